/**
 * The WebAssembly module behind plain calls: everything passes through its scratch buffer, nothing is kept in it.
 */

import { KernelError } from "./errors";
import { SOLUTION_SIZE } from "./solution";
import { VIEW_SIZE } from "./view";

/** The number of the flat interface; equal to ABI in native/abi.cpp and KERNEL_ABI in Python. */
export const KERNEL_ABI = 2;

/** What `loadModule` accepts: the module's bytes, or a response (or a promise of one) that carries them. */
export type KernelSource = BufferSource | Response | Promise<Response>;

/** A position as the kernel packs it; only the kernel looks inside. */
export type Packed = Uint8Array;

/** What random games came to; `results` counts them by points: 1:0, 0:1, 0:0, ½:1, 1:½, others. */
export interface Totals {
  games: number;
  pointsX: number;
  pointsO: number;
  placements: number;
  measurements: number;
  results: number[];
}

/** The answer to a position text: the position, or the number of the refusal and its 1-based character. */
export type Reading = { position: Packed } | { refusal: number; place: number };

/** The answer to an action: the next position, or the number of the refusal. */
export type Playing = { position: Packed } | { refusal: number };

interface Exports {
  memory: WebAssembly.Memory;
  sm_abi(): number;
  sm_rules(): number;
  sm_scratch(): number;
  sm_scratch_size(): number;
  sm_start(out: number): void;
  sm_read(rules: number, text: number, length: number, out: number, place: number): number;
  sm_write(position: number, out: number): number;
  sm_play(rules: number, position: number, action: number): number;
  sm_view(rules: number, position: number, out: number): void;
  sm_perft(rules: number, position: number, depth: number): bigint;
  sm_simulate(rules: number, seed: bigint, first: bigint, games: bigint, out: number): void;
  sm_trace(rules: number, seed: bigint, first: bigint, games: number, out: number): number;
  sm_workspace_size(): number;
  sm_solve(
    rules: number,
    position: number,
    depth: number,
    workspace: number,
    stop: number,
    out: number,
  ): void;
  sm_choose(
    rules: number,
    position: number,
    player: number,
    seed: bigint,
    game: bigint,
    workspace: number,
  ): number;
}

const POSITION_SIZE = 44;
const MOST_PLIES = 17;
const TOTALS_WORDS = 11;

// The scratch buffer: a position, a view, a place, a text, a solution. Every text of more than 26 characters is
// refused within its first 28, so a longer one may be cut.
const POSITION = 0;
const VIEW = 48;
const PLACE = 136;
const TEXT = 140;
const LONGEST_TEXT = 40;
const SOLUTION = 184;
const PAGE_SIZE = 65_536;

export class KernelModule {
  private readonly scratch: number;
  private workspace: number | null = null;

  constructor(private readonly exports: Exports) {
    this.scratch = exports.sm_scratch();
  }

  /** How many rule sets the kernel knows. */
  get rules(): number {
    return this.exports.sm_rules();
  }

  start(): Packed {
    this.exports.sm_start(this.scratch + POSITION);
    return this.copy();
  }

  read(rules: number, text: string): Reading {
    const letters = this.bytes(TEXT, LONGEST_TEXT);
    const length = Math.min(text.length, LONGEST_TEXT);
    for (let n = 0; n < length; n++) {
      // A byte for each character, so that places count characters; 0 is no square.
      const unit = text.charCodeAt(n);
      letters[n] = unit < 128 ? unit : 0;
    }
    const at = this.scratch;
    const refusal = this.exports.sm_read(rules, at + TEXT, length, at + POSITION, at + PLACE);
    if (refusal === 0) return { position: this.copy() };
    return { refusal, place: this.data(PLACE, 4).getUint32(0, true) };
  }

  write(position: Packed): string {
    this.bytes(POSITION, POSITION_SIZE).set(position);
    const length = this.exports.sm_write(this.scratch + POSITION, this.scratch + TEXT);
    return String.fromCharCode(...this.bytes(TEXT, length));
  }

  play(rules: number, position: Packed, action: number): Playing {
    this.bytes(POSITION, POSITION_SIZE).set(position);
    const refusal = this.exports.sm_play(rules, this.scratch + POSITION, action);
    return refusal === 0 ? { position: this.copy() } : { refusal };
  }

  /** The view of a position; the record is overwritten by the next call. */
  view(rules: number, position: Packed): DataView {
    this.bytes(POSITION, POSITION_SIZE).set(position);
    this.exports.sm_view(rules, this.scratch + POSITION, this.scratch + VIEW);
    return this.data(VIEW, VIEW_SIZE);
  }

  /** The number of action sequences of exactly this length. */
  perft(rules: number, position: Packed, depth: number): bigint {
    this.bytes(POSITION, POSITION_SIZE).set(position);
    return this.exports.sm_perft(rules, this.scratch + POSITION, depth);
  }

  /** Play the random games `first` to `first + games - 1` of a seed to their ends. */
  simulate(rules: number, seed: bigint, first: number, games: number): Totals {
    this.exports.sm_simulate(rules, seed, BigInt(first), BigInt(games), this.scratch);
    const data = this.data(0, 8 * TOTALS_WORDS);
    const word = (n: number): number => Number(data.getBigUint64(8 * n, true));
    return {
      games: word(0),
      pointsX: word(1) / 2,
      pointsO: word(2) / 2,
      placements: word(3),
      measurements: word(4),
      results: [5, 6, 7, 8, 9, 10].map(word),
    };
  }

  /** Yield the views after every ply of the same games, in pieces that the next one overwrites. */
  *trace(rules: number, seed: bigint, first: number, games: number): Generator<Uint8Array> {
    const most = Math.floor(this.exports.sm_scratch_size() / (MOST_PLIES * VIEW_SIZE));
    for (let done = 0; done < games; done += most) {
      const some = Math.min(most, games - done);
      const views = this.exports.sm_trace(rules, seed, BigInt(first + done), some, this.scratch);
      yield this.bytes(0, views * VIEW_SIZE);
    }
  }

  /**
   * Solve a position; the record is overwritten by the next call. Depths: 0 its value, 1 the values of all actions,
   * 2 with distances and lines, 3 with replies. KernelError `bad_module` when there is no memory for it.
   */
  solve(rules: number, position: Packed, depth: number): DataView {
    const memory = this.memory();
    this.bytes(POSITION, POSITION_SIZE).set(position);
    const at = this.scratch;
    // Nobody could tell it to stop: the thread is busy until the search is done.
    this.exports.sm_solve(rules, at + POSITION, depth, memory, 0, at + SOLUTION);
    return this.data(SOLUTION, SOLUTION_SIZE);
  }

  /**
   * The number of the action that a computer player, 1 to 9 for the levels, chooses in a game of a seed; both are
   * numbers of 64 bits. Somebody must be to act. KernelError `bad_module` when there is no memory for it.
   */
  choose(rules: number, position: Packed, player: number, seed: bigint, game: bigint): number {
    const memory = this.memory();
    this.bytes(POSITION, POSITION_SIZE).set(position);
    return this.exports.sm_choose(rules, this.scratch + POSITION, player, seed, game, memory);
  }

  /** Where the solver remembers what it has learnt: the first call adds these 16 MiB to the module's memory. */
  private memory(): number {
    return (this.workspace ??= this.grow(this.exports.sm_workspace_size()));
  }

  /** Add zeroed memory behind all that the module has. */
  private grow(size: number): number {
    try {
      return PAGE_SIZE * this.exports.memory.grow(Math.ceil(size / PAGE_SIZE));
    } catch (error) {
      throw new KernelError("bad_module", "", 0, `there is no memory for the solver: ${String(error)}`);
    }
  }

  private bytes(offset: number, length: number): Uint8Array {
    return new Uint8Array(this.exports.memory.buffer, this.scratch + offset, length);
  }

  private data(offset: number, length: number): DataView {
    return new DataView(this.exports.memory.buffer, this.scratch + offset, length);
  }

  private copy(): Packed {
    return this.bytes(POSITION, POSITION_SIZE).slice();
  }
}

/** Instantiate the module; throws KernelError `bad_module` when it is not the kernel this code was written for. */
export async function loadModule(source: KernelSource, ruleSets: number): Promise<KernelModule> {
  let exports: Exports;
  try {
    const settled = await source;
    const bytes = "arrayBuffer" in settled ? await settled.arrayBuffer() : settled;
    const { instance } = await WebAssembly.instantiate(bytes);
    exports = instance.exports as unknown as Exports;
  } catch (error) {
    throw new KernelError("bad_module", "", 0, `the kernel cannot be loaded: ${String(error)}`);
  }
  if (typeof exports.sm_abi !== "function" || exports.sm_abi() !== KERNEL_ABI || exports.sm_rules() !== ruleSets) {
    throw new KernelError("bad_module", "", 0, "the kernel belongs to another version of the page");
  }
  return new KernelModule(exports);
}
