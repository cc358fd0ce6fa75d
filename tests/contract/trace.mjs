// Runs the WebAssembly kernel outside a browser: prints the SHA-256 of the records of each part of some random games.
// Arguments: the module's path, the number of the rule set, the seed, the games, the games in a part.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

const MOST_PLIES = 17;
const RECORD_SIZE = 88;

const [path, ...numbers] = process.argv.slice(2);
const [rules, seed, games, part] = numbers.map(Number);
const { exports: kernel } = new WebAssembly.Instance(new WebAssembly.Module(readFileSync(path)));
const scratch = kernel.sm_scratch();
const most = Math.floor(kernel.sm_scratch_size() / (MOST_PLIES * RECORD_SIZE));

for (let first = 0; first < games; first += part) {
  const hash = createHash("sha256");
  for (let done = 0; done < part; done += most) {
    const some = Math.min(most, part - done);
    const records = kernel.sm_trace(rules, BigInt(seed), BigInt(first + done), some, scratch);
    hash.update(new Uint8Array(kernel.memory.buffer, scratch, records * RECORD_SIZE));
  }
  console.log(hash.digest("hex"));
}
