import { beforeEach, describe, expect, it } from "vitest";

import { backoff, Connection, type Socket } from "../src/link/connection";
import type { Lane, Pending } from "../src/link/pending";
import type { ServerMessage } from "../src/link/protocol";
import type { Session } from "../src/link/session";
import { state } from "./link";

class FakeSocket {
  onopen: Socket["onopen"] = null;
  onmessage: Socket["onmessage"] = null;
  onclose: Socket["onclose"] = null;
  sent: { t: string; id?: string; token?: string | null }[] = [];
  closed: number | undefined;

  send(text: string): void {
    this.sent.push(JSON.parse(text) as { t: string });
  }
  close(code?: number): void {
    this.closed = code;
  }
  opened(): void {
    this.onopen?.call(this as unknown as WebSocket, {} as Event);
  }
  says(message: ServerMessage): void {
    this.onmessage?.call(this as unknown as WebSocket, { data: JSON.stringify(message) } as MessageEvent);
  }
  drops(code: number): void {
    this.onclose?.call(this as unknown as WebSocket, { code } as CloseEvent);
  }
}

/** A world with sockets in a list and a clock that only moves when told. */
class FakeWorld {
  sockets: FakeSocket[] = [];
  timers: { call: () => void; delay: number }[] = [];
  remembered: Pending | null = null;
  session: Session | null = null;
  seat: string | null = "token";
  spare: string | null = null;
  lost: (string | null)[] = [];
  ids = 0;

  open = (): Socket => {
    const socket = new FakeSocket();
    this.sockets.push(socket);
    return socket;
  };
  token = (): string | null => this.seat;
  seatLost = (token: string | null): void => void (this.lost.push(token), (this.seat = this.spare));
  remember = (lane: Lane, pending: Pending | null): void => {
    if (lane === "game") this.remembered = pending;
  };
  changed = (session: Session): void => void (this.session = session);
  later = (call: () => void, delay: number): (() => void) => {
    const timer = { call, delay };
    this.timers.push(timer);
    return () => void (this.timers = this.timers.filter((each) => each !== timer));
  };
  random = (): number => 0.5;
  now = (): number => 0;
  id = (): string => `command-${(this.ids += 1)}`;

  get socket(): FakeSocket {
    const last = this.sockets.at(-1);
    if (!last) throw new Error("no socket was opened");
    return last;
  }
  /** Let the only waiting timer run; returns its delay. */
  tick(): number {
    const [timer, ...more] = this.timers;
    if (!timer || more.length) throw new Error(`${this.timers.length} timers wait`);
    this.timers = [];
    timer.call();
    return timer.delay;
  }
}

const welcome: ServerMessage = { t: "welcome", protocol: 2, role: "X", state: state(), now: 0 };

let world: FakeWorld;
let connection: Connection;

beforeEach(() => {
  world = new FakeWorld();
  connection = new Connection(world);
  connection.connect();
  world.socket.opened();
});

it("greets with the seat token and is live when welcomed", () => {
  expect(world.socket.sent).toEqual([{ t: "hello", protocol: 2, token: "token" }]);
  world.socket.says(welcome);
  expect(world.session?.connection).toBe("live");
});

it("sends an unanswered move again, under the same id, on a new socket", () => {
  world.socket.says(welcome);
  connection.ask({ t: "act", action: "1-9" });
  expect(world.remembered?.id).toBe("command-1");
  const first = world.socket.sent.at(-1);
  world.socket.drops(1006);
  world.tick();
  world.socket.opened();
  world.socket.says(welcome);
  expect(world.sockets).toHaveLength(2);
  expect(world.socket.sent.at(-1)).toEqual(first);
  world.socket.says({ t: "ack", id: "command-1", rev: 1 });
  world.socket.says({ t: "event", rev: 1, seat: "X", kind: "act", what: "1-9", state: state("1-9") });
  expect(world.remembered).toBeNull();
});

it("waits longer after every failure and starts over once welcomed", () => {
  world.socket.drops(1006);
  const delays = [world.tick()];
  for (let failure = 0; failure < 8; failure += 1) {
    world.socket.drops(1006);
    delays.push(world.tick());
  }
  expect(delays).toEqual([250, 500, 1000, 2000, 4000, 8000, 15000, 15000, 15000]);
  world.socket.opened();
  world.socket.says(welcome);
  world.socket.drops(1006);
  expect(world.tick()).toBe(250);
});

it("comes back quickly from a restart however often it failed before", () => {
  for (let failure = 0; failure < 5; failure += 1) {
    world.socket.drops(1006);
    world.tick();
  }
  world.socket.drops(1012);
  expect(world.tick()).toBe(250);
});

it("takes its time when the server asks for it", () => {
  world.socket.says(welcome);
  world.socket.drops(1011);
  expect(world.tick()).toBe(8000);
});

it("comes back at once with another token, or as a watcher, when the seat is lost", () => {
  world.socket.says(welcome);
  world.spare = "fresh";
  world.socket.drops(4001);
  world.socket.opened();
  expect(world.socket.sent).toEqual([{ t: "hello", protocol: 2, token: "fresh" }]);
  world.spare = null;
  world.socket.drops(4001);
  world.socket.opened();
  expect(world.socket.sent).toEqual([{ t: "hello", protocol: 2, token: null }]);
  expect(world.lost).toEqual(["token", "fresh"]);
});

it("asks again on the same socket when a command stays without an answer", () => {
  world.socket.says(welcome);
  connection.ask({ t: "act", action: "1-9" });
  const first = world.socket.sent.at(-1);
  const again = world.timers.find(({ delay }) => delay === 8000);
  again?.call();
  expect(world.socket.sent.slice(-2)).toEqual([first, first]);
  world.socket.says({ t: "ack", id: "command-1", rev: 1 });
  world.timers.find(({ delay }) => delay === 8000)?.call();
  expect(world.socket.sent).toHaveLength(3);
});

it("does not come back when the game is gone", () => {
  world.socket.drops(4004);
  expect(world.timers).toEqual([]);
  expect(world.session?.connection).toBe("gone");
});

it("hurries only when a retry is waiting", () => {
  world.socket.says(welcome);
  connection.hurry();
  expect(world.sockets).toHaveLength(1);
  world.socket.drops(1006);
  connection.hurry();
  expect(world.sockets).toHaveLength(2);
  expect(world.timers).toEqual([]);
});

it("greets with a token that was claimed meanwhile, and ignores the old socket", () => {
  world.socket.says(welcome);
  const old = world.socket;
  world.seat = "claimed";
  connection.connect();
  world.socket.opened();
  expect(old.closed).toBe(1000);
  expect(world.socket.sent[0]?.token).toBe("claimed");
  old.drops(1000);
  old.says({ t: "welcome", protocol: 2, role: "watch", state: state("1-9"), now: 0 });
  expect(world.session?.connection).toBe("live");
  expect(world.session?.role).toBe("X");
});

it("asks a silent server for a sign of life and gives the socket up when none comes", () => {
  world.socket.says(welcome);
  world.tick();
  expect(world.socket.sent.at(-1)).toEqual({ t: "ping" });
  world.tick();
  expect(world.session?.connection).toBe("reconnecting");
  expect(world.sockets[0]?.closed).toBe(1000);
});

it("asks at once, and waits less, when the person is back", () => {
  world.socket.says(welcome);
  connection.hurry();
  expect(world.socket.sent.at(-1)).toEqual({ t: "ping" });
  expect(world.tick()).toBe(3000);
  expect(world.session?.connection).toBe("reconnecting");
});

it("stays when the sign of life comes", () => {
  world.socket.says(welcome);
  world.tick();
  world.socket.says({ t: "pong" });
  world.tick();
  expect(world.session?.connection).toBe("live");
});

it("leaves quietly", () => {
  world.socket.says(welcome);
  connection.stop();
  expect(world.socket.closed).toBe(1000);
  expect(world.timers).toEqual([]);
});

describe("backoff", () => {
  it("spreads over the whole span and never exceeds half a minute", () => {
    expect(backoff(0, 0.999)).toBeLessThan(500);
    expect(backoff(3, 0.25)).toBe(1000);
    expect(backoff(20, 0.999)).toBeLessThan(30_000);
    expect(backoff(20, 0)).toBeGreaterThan(0);
  });
});
