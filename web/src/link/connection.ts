/** The socket of one game: opens it, opens it again, and carries out what the session asks for. */

import type { Lane, Lanes, Pending } from "./pending";
import { decode, type ClientMessage, type Command } from "./protocol";
import { newSession, reduce, type Effect, type Happening, type Pace, type Session } from "./session";

/** As much of a WebSocket as is used here. */
export type Socket = Pick<WebSocket, "onopen" | "onmessage" | "onclose" | "send" | "close">;

/** Everything outside: tests put their own in. */
export interface World {
  open(): Socket;
  /** The seat token, read at every connection because it may arrive later. */
  token(): string | null;
  /** The token that was used opens no seat any more; from now on `token` gives another one or none. */
  seatLost(token: string | null): void;
  remember(lane: Lane, pending: Pending | null): void;
  changed(session: Session): void;
  later(call: () => void, milliseconds: number): () => void;
  /** A number from 0 to below 1. */
  random(): number;
  /** This device's time in milliseconds. */
  now(): number;
  id(): string;
}

const SHORTEST = 500;
const LONGEST = 30_000;
/** The attempt whose pause is taken at least when the server asks to come back later. */
const LATER = 5;
const ANSWER_WITHIN = 8_000;
const AGAIN_WITHIN = 2_000;
const PING_EVERY = 20_000;
const PONG_WITHIN = 10_000;
/** For somebody who has just come back to the page, and looks at it. */
const PONG_SOON = 3_000;

/** Full jitter: anywhere up to twice the last limit, so that a crowd does not come back at once. */
export function backoff(attempt: number, random: number): number {
  return Math.max(SHORTEST / 5, random * Math.min(LONGEST, SHORTEST * 2 ** attempt));
}

export class Connection {
  session: Session;
  private socket: Socket | null = null;
  private token: string | null = null;
  private attempt = 0;
  private cancelRetry: (() => void) | null = null;
  private cancelPing: (() => void) | null = null;
  private cancelAgain: (() => void) | null = null;

  constructor(
    private readonly world: World,
    pending?: Lanes,
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
      if (socket !== this.socket) return;
      this.token = this.world.token();
      this.happen({ kind: "opened", token: this.token });
    };
    socket.onmessage = ({ data }: MessageEvent<unknown>) => {
      if (socket !== this.socket || typeof data !== "string") return;
      const message = decode(data);
      if (!message) return;
      if (message.t === "welcome") this.attempt = 0;
      this.listen();
      this.happen({ kind: "message", message, at: this.world.now() });
    };
    socket.onclose = ({ code }) => {
      if (socket === this.socket) this.lost(code);
    };
  }

  /** The network or the person is back: reconnect at once if a retry is waiting, else see whether the line lives. */
  hurry(): void {
    if (this.cancelRetry) this.connect();
    else if (this.session.connection === "live") this.probe(PONG_SOON);
  }

  /** Ask the server for something; ignored while another command of its lane is on its way. */
  ask(command: Command): void {
    this.happen({ kind: "ask", id: this.world.id(), command });
  }

  /** Leave without a word of reconnecting. */
  stop(): void {
    this.quiet();
    const { socket } = this;
    this.socket = null;
    socket?.close(1000);
  }

  private lost(code: number): void {
    this.quiet();
    this.socket = null;
    this.happen({ kind: "closed", code });
  }

  private quiet(): void {
    this.cancelRetry?.();
    this.cancelPing?.();
    this.cancelAgain?.();
    this.cancelRetry = this.cancelPing = this.cancelAgain = null;
  }

  private happen(happening: Happening): void {
    const { session, effects } = reduce(this.session, happening);
    this.session = session;
    this.world.changed(session);
    for (const effect of effects) this.carryOut(effect);
  }

  private carryOut(effect: Effect): void {
    switch (effect.kind) {
      case "send":
        this.send(effect.message);
        // An answer that is lost on a socket that lives is asked for as well.
        if ("id" in effect.message) this.again(ANSWER_WITHIN);
        return;
      case "remember":
        this.world.remember(effect.lane, effect.pending);
        return;
      case "again":
        this.again(AGAIN_WITHIN * (0.5 + this.world.random() / 2));
        return;
      case "reconnect":
        this.retry(effect.pace);
        return;
      case "seat-lost":
        this.world.seatLost(this.token);
        this.connect();
    }
  }

  private send(message: ClientMessage): void {
    this.socket?.send(JSON.stringify(message));
  }

  private again(pause: number): void {
    this.cancelAgain?.();
    this.cancelAgain = this.world.later(() => {
      this.cancelAgain = null;
      this.happen({ kind: "again" });
    }, pause);
  }

  private retry(pace: Pace): void {
    if (pace === "soon") this.attempt = 0;
    if (pace === "later") this.attempt = Math.max(this.attempt, LATER);
    const delay = backoff(this.attempt, this.world.random());
    this.attempt += 1;
    this.cancelRetry = this.world.later(() => this.connect(), delay);
  }

  /** A silent socket is asked for a sign of life, and given up when none comes. */
  private listen(): void {
    this.cancelPing?.();
    this.cancelPing = this.world.later(() => this.probe(PONG_WITHIN), PING_EVERY);
  }

  private probe(within: number): void {
    this.cancelPing?.();
    this.send({ t: "ping" });
    this.cancelPing = this.world.later(() => {
      const { socket } = this;
      this.lost(1006);
      socket?.close(1000);
    }, within);
  }
}
