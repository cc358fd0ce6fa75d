// Asks the WebAssembly kernel what computer players choose: each line of standard input is the number of a rule set, a
// position text, a player, a seed and a game; each line of the output is the number of the action.
// Argument: the module's path.
import { readFileSync } from "node:fs";

const PAGE = 65536;
const POSITION = 0;
const PLACE = 48;
const TEXT = 64;

const { exports: kernel } = new WebAssembly.Instance(new WebAssembly.Module(readFileSync(process.argv[2])));
const scratch = kernel.sm_scratch();
const workspace = kernel.memory.grow(Math.ceil(kernel.sm_workspace_size() / PAGE)) * PAGE;

for (const line of readFileSync(0, "utf-8").trim().split("\n")) {
  const [rules, text, player, seed, game] = line.split(" ");
  new Uint8Array(kernel.memory.buffer).set(new TextEncoder().encode(text), scratch + TEXT);
  const refusal = kernel.sm_read(Number(rules), scratch + TEXT, text.length, scratch + POSITION, scratch + PLACE);
  if (refusal) throw new Error(`${text}: ${refusal}`);
  const position = scratch + POSITION;
  console.log(kernel.sm_choose(Number(rules), position, Number(player), BigInt(seed), BigInt(game), workspace));
}
