// Runs the solver of the WebAssembly kernel outside a browser: reads position texts, one a line, and prints for each the
// SHA-256 of its solution, without the nodes. Arguments: the module's path, the number of the rule set, the depth.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

const PAGE_SIZE = 65_536;
const NODES_SIZE = 8;
const SOLUTION_SIZE = 880;

const [path, ...numbers] = process.argv.slice(2);
const [rules, depth] = numbers.map(Number);
const { exports: kernel } = new WebAssembly.Instance(new WebAssembly.Module(readFileSync(path)));
const workspace = PAGE_SIZE * kernel.memory.grow(Math.ceil(kernel.sm_workspace_size() / PAGE_SIZE));
const position = kernel.sm_scratch();
const place = position + 48;
const text = position + 56;
const solution = position + 256;
const scratch = Buffer.from(kernel.memory.buffer, position, kernel.sm_scratch_size());
const found = scratch.subarray(256 + NODES_SIZE, 256 + SOLUTION_SIZE);

for (const line of readFileSync(0, "latin1").split("\n")) {
  const length = scratch.write(line, text - position, "latin1");
  const refusal = kernel.sm_read(rules, text, length, position, place);
  if (refusal) throw new Error(`${line} is refused: ${refusal}`);
  kernel.sm_solve(rules, position, depth, workspace, 0, solution);
  console.log(createHash("sha256").update(found).digest("hex"));
}
