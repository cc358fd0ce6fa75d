/** Where games against the computer are kept on this device, and what a person chose for them. */

import { load, loadSetup, save, USUAL, type Match, type Setup } from "../../game/opponent";
import { loadTallies, type Tallies } from "../../game/tally";
import { device, isChange } from "../../storage";

const GAME = "computer";
const SETUP = "computer.setup";
const TALLIES = "computer.tallies";
const CAREFUL = "computer.careful";

/** Whether another tab has just written the game or the score. */
export function isComputer(event: StorageEvent): boolean {
  return isChange(event, GAME) || isChange(event, TALLIES);
}

export function loadMatch(): Match | null {
  return load(device.get(GAME));
}

/** Keep a game; whether it is over is kept beside it, for those who do not load the rules. */
export function saveMatch(match: Match, over: boolean): void {
  device.set(GAME, save(match));
  device.set(`${GAME}.over`, over ? "yes" : null);
}

/** The game of this device in short, for the front page; null when there is none. */
export function computerGame(): { level: number; moves: number; over: boolean } | null {
  const match = loadMatch();
  return match && { level: match.level, moves: match.actions.length, over: device.get(`${GAME}.over`) !== null };
}

export function loadChoice(): Setup {
  return loadSetup(device.get(SETUP)) ?? USUAL;
}

export function saveChoice(setup: Setup): void {
  device.set(SETUP, JSON.stringify(setup));
}

export function loadScore(): Tallies {
  return loadTallies(device.get(TALLIES));
}

export function saveScore(tallies: Tallies): void {
  device.set(TALLIES, JSON.stringify(tallies));
}

/** Whether to ask before a move that gives something away. */
export function loadCareful(): boolean {
  return device.get(CAREFUL) !== null;
}

export function saveCareful(careful: boolean): void {
  device.set(CAREFUL, careful ? "yes" : null);
}
