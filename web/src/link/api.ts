/** The server's HTTP calls: make a game, take a seat, renew its token, delete a game that nobody has joined. */

import { t } from "../i18n";
import type { Letter, RulesName } from "../kernel/types";
import type { Takebacks } from "./protocol";

export interface Terms {
  rules: RulesName;
  /** `300+5` or `3d`, or null for a game without a clock. */
  clock: string | null;
  takebacks: Takebacks;
}

export interface Created {
  game: string;
  rules: RulesName;
  seat: Letter;
  token: string;
  join: string;
}

export interface Claimed {
  seat: Letter;
  token: string;
}

/** A refusal with the server's stable code, or `network`; its message is the server's English. */
export class ApiError extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
    this.name = "ApiError";
  }
}

export function createGame(terms: Terms, side: Letter | "random"): Promise<Created> {
  return post<Created>("/api/v1/games", { ...terms, side });
}

/** The token is the caller's own: when the answer is lost, the same call again gets the same seat. */
export function claimSeat(game: string, join: string, token: string): Promise<Claimed> {
  return post<Claimed>(`/api/v1/games/${game}/seats`, { join, token });
}

/** Replace the token of a seat; everybody who comes with the old one is turned away. */
export function renewToken(game: string, token: string, fresh: string): Promise<Claimed> {
  return post<Claimed>(`/api/v1/games/${game}/token`, { token, fresh });
}

/** Delete a game while the other seat is free. */
export function deleteGame(game: string, token: string): Promise<{ deleted: true }> {
  return post<{ deleted: true }>(`/api/v1/games/${game}/deletion`, { token });
}

async function post<Answer>(path: string, body: object): Promise<Answer> {
  let response: Response;
  try {
    response = await fetch(path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  } catch {
    throw new ApiError("network", "");
  }
  const answer = (await response.json().catch(() => null)) as unknown;
  if (response.ok && answer !== null) return answer as Answer;
  const { code, message } = errorIn(answer);
  throw new ApiError(code, message || t("refused.unknown", { status: response.status }));
}

function errorIn(answer: unknown): { code: string; message: string } {
  const error = (answer as { error?: { code?: unknown; message?: unknown } } | null)?.error;
  return {
    code: typeof error?.code === "string" ? error.code : "unknown",
    message: typeof error?.message === "string" ? error.message : "",
  };
}
