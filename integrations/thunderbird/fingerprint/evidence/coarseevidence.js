// What a mail says, seen from afar (CoarseEvidence).

import { KINDS } from "./evidencekind.js";
import { LowestHashes } from "./lowesthashes.js";

const WORDS = 3;
const LEAST = 20;

/** Adds the lowest hashes of the three words in a row that a reader sees. */
export function collectCoarse(visible, fingerprinter, keys) {
  const lowest = new LowestHashes(KINDS.COARSE.most);
  fingerprinter.eachShingle(WORDS, visible, (high, low) => lowest.offer(high, low));
  if (lowest.size >= LEAST) {
    for (let rank = 0; rank < lowest.size; rank++) {
      keys.add(KINDS.COARSE, lowest.value(rank));
    }
  }
}
