// Prints of each mail that is named how many tokens it has, and a digest of their hashes in order.

import { readFileSync } from "node:fs";
import { readTokens } from "../mailtokens.js";
import { keyedHash } from "../siphash.js";

const hash = keyedHash("0123456789abcdeffedcba9876543210");

for (const file of process.argv.slice(2)) {
  let digest = 0n;
  let tokens = 0;
  readTokens(readFileSync(file), (bytes, from, to) => {
    digest = BigInt.asUintN(64, digest * 31n + hash(bytes, from, to));
    tokens++;
  });
  console.log(`${tokens} ${digest}`);
}
