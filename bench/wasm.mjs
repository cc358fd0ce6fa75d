// Measures the WebAssembly kernel in Node: prints random games and perft leaves a second as JSON.
// Arguments: the module's path, the games, the depth, the runs of which the best counts.
import { readFileSync } from "node:fs";

const [path, ...numbers] = process.argv.slice(2);
const [games, depth, runs] = numbers.map(Number);
const { exports: kernel } = new WebAssembly.Instance(new WebAssembly.Module(readFileSync(path)));
const position = kernel.sm_scratch();
const totals = position + 64;
kernel.sm_start(position);

function best(work) {
  let least = Infinity;
  for (let run = 0; run < runs; run++) {
    const start = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(start);
    least = Math.min(least, (user + system) / 1e6);
  }
  return least;
}

const leaves = Number(kernel.sm_perft(0, position, depth));
console.log(
  JSON.stringify({
    games: games / best(() => kernel.sm_simulate(0, 0n, 0n, BigInt(games), totals)),
    nodes: leaves / best(() => kernel.sm_perft(0, position, depth)),
  }),
);
