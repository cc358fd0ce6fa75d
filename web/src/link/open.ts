/** The connection of one game in this browser: its socket, its storage and its clocks. */

import { randomId } from "../random";
import { Connection } from "./connection";
import { loadPending, loadSeat, savePending, saveSeat, seatWithout } from "./seats";
import type { Session } from "./session";

/** Prepare the connection of a game; `changed` gets every new state, `seatLost` tells that the seat is gone. */
export function openGame(id: string, changed: (session: Session) => void, seatLost: () => void): Connection {
  return new Connection(
    {
      open: () => new WebSocket(`${location.origin.replace(/^http/, "ws")}/api/v1/games/${id}/socket`),
      token: () => loadSeat(id)?.token ?? null,
      seatLost(token) {
        saveSeat(id, seatWithout(token, loadSeat(id)));
        seatLost();
      },
      remember: (lane, pending) => savePending(id, lane, pending),
      changed,
      later(call, milliseconds) {
        const timer = setTimeout(call, milliseconds);
        return () => clearTimeout(timer);
      },
      random: Math.random,
      now: Date.now,
      id: randomId,
    },
    loadPending(id),
  );
}
