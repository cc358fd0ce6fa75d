/** The socket of one game: opens it, opens it again, and carries out what the session asks for. */

import { decode, type ClientMessage } from "./protocol";
import { newSession, reduce, type Happening, type Pending, type Session } from "./session";

/** As much of a WebSocket as is used here. */
export type Socket = Pick<WebSocket, "onopen" | "onmessage" | "onclose" | "send" | "close">;

/** Everything outside: tests put their own in. */
export interface World {
  open(): Socket;
  /** The seat token, read at every connection because it may arrive later. */
  token(): string | null;
  remember(pending: Pending | null): void;
  changed(session: Session): void;
  later(call: () => void, milliseconds: number): () => void;
  /** A number from 0 to below 1. */
  random(): number;
  id(): string;
}

const SHORTEST = 500;
const LONGEST = 30_000;
const PING_EVERY = 20_000;
const PONG_WITHIN = 10_000;

/** Full jitter: anywhere up to twice the last limit, so that a crowd does not come back at once. */
export function backoff(attempt: number, random: number): number {
  return Math.max(SHORTEST / 5, random * Math.min(LONGEST, SHORTEST * 2 ** attempt));
}

export class Connection {
  session: Session;
  private socket: Socket | null = null;
  private attempt = 0;
  private cancelRetry: (() => void) | null = null;
  private cancelPing: (() => void) | null = null;

  constructor(
    private readonly world: World,
    pending: Pending | null = null,
  ) {
    this.session = newSession(pending);
  }

  /** Connect now, dropping the present socket: at the start, after a claim, when the network is back. */
  connect(): void {
    this.stop();
    const socket = this.world.open();
    this.socket = socket;
    // Events of a socket that has been replaced are none of ours.
    socket.onopen = () => {
      if (socket === this.socket) this.happen({ kind: "opened", token: this.world.token() });
    };
    socket.onmessage = ({ data }: MessageEvent<unknown>) => {
      if (socket !== this.socket || typeof data !== "string") return;
      const message = decode(data);
      if (!message) return;
      if (message.t === "welcome") this.attempt = 0;
      this.listen();
      this.happen({ kind: "message", message });
    };
    socket.onclose = ({ code }) => {
      if (socket === this.socket) this.lost(code);
    };
  }

  /** Reconnect at once if a retry is waiting. */
  hurry(): void {
    if (this.cancelRetry) this.connect();
  }

  /** Ask the server for an action; ignored while another is on its way. */
  act(action: string): void {
    this.happen({ kind: "act", id: this.world.id(), action });
  }

  /** Leave without a word of reconnecting. */
  stop(): void {
    this.cancelRetry?.();
    this.cancelPing?.();
    this.cancelRetry = this.cancelPing = null;
    const { socket } = this;
    this.socket = null;
    socket?.close(1000);
  }

  private lost(code: number): void {
    this.cancelPing?.();
    this.cancelPing = null;
    this.socket = null;
    this.happen({ kind: "closed", code });
  }

  private happen(happening: Happening): void {
    const { session, effects } = reduce(this.session, happening);
    this.session = session;
    for (const effect of effects) {
      if (effect.kind === "send") this.send(effect.message);
      else if (effect.kind === "remember") this.world.remember(effect.pending);
      else this.retry(effect.soon);
    }
    this.world.changed(session);
  }

  private send(message: ClientMessage): void {
    this.socket?.send(JSON.stringify(message));
  }

  private retry(soon: boolean): void {
    if (soon) this.attempt = 0;
    const delay = backoff(this.attempt, this.world.random());
    this.attempt += 1;
    this.cancelRetry = this.world.later(() => this.connect(), delay);
  }

  /** A silent socket is asked for a sign of life, and given up when none comes. */
  private listen(): void {
    this.cancelPing?.();
    this.cancelPing = this.world.later(() => {
      this.send({ t: "ping" });
      this.cancelPing = this.world.later(() => {
        const { socket } = this;
        this.lost(1006);
        socket?.close(1000);
      }, PONG_WITHIN);
    }, PING_EVERY);
  }
}
