// Measures the WebAssembly kernel in Node and prints one line of JSON:
//   games, nodes                random games and perft leaves a second
//   solve_seconds, solve_nodes  the value of the empty board
//   replies_seconds             the values of all actions after one placement, the mean of the eight kinds
// Arguments: the module's path, the games, the depth, the runs of which the best counts. The solver begins every run
// with an empty table. Times are processor time; the rule set is standard.
import { readFileSync } from "node:fs";

const PAGE_SIZE = 65_536;
const STANDARD = 0;
const VALUE = 0;
const VALUES = 1;
const KINDS = ["19", "13", "15", "25", "12", "16", "24", "28"];

const [path, ...numbers] = process.argv.slice(2);
const [games, depth, runs] = numbers.map(Number);
const { exports: kernel } = new WebAssembly.Instance(new WebAssembly.Module(readFileSync(path)));
const size = kernel.sm_workspace_size();
const workspace = PAGE_SIZE * kernel.memory.grow(Math.ceil(size / PAGE_SIZE));
const position = kernel.sm_scratch();
const place = position + 48;
const text = position + 56;
const out = position + 64;
const memory = Buffer.from(kernel.memory.buffer);

function seconds(work) {
  const start = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1e6;
}

function best(work, prepare = () => undefined) {
  let least = Infinity;
  for (let run = 0; run < runs; run++) {
    prepare();
    least = Math.min(least, seconds(work));
  }
  return least;
}

function solveSeconds(wanted) {
  const forget = () => memory.fill(0, workspace, workspace + size);
  return best(() => kernel.sm_solve(STANDARD, position, wanted, workspace, 0, out), forget);
}

kernel.sm_start(position);
const leaves = Number(kernel.sm_perft(STANDARD, position, depth));
const games_seconds = best(() => kernel.sm_simulate(STANDARD, 0n, 0n, BigInt(games), out));
const perft_seconds = best(() => kernel.sm_perft(STANDARD, position, depth));
const solve_seconds = solveSeconds(VALUE);
const solve_nodes = Number(memory.readBigUInt64LE(out));
const replies = KINDS.map((kind) => {
  kernel.sm_read(STANDARD, text, memory.write(kind, text, "latin1"), position, place);
  return solveSeconds(VALUES);
});

console.log(
  JSON.stringify({
    games: games / games_seconds,
    nodes: leaves / perft_seconds,
    solve_seconds,
    solve_nodes,
    replies_seconds: replies.reduce((sum, each) => sum + each) / KINDS.length,
  }),
);
