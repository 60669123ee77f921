// Collects the keys of one mail (EvidenceKeys).

import { identity } from "./evidencekind.js";

/** Of each kind the lowest are kept, as numbers with a sign. */
export class EvidenceKeys {
  #kept = new Map();

  add(kind, hash) {
    const keys = this.#kept.get(kind) ?? new Set();
    this.#kept.set(kind, keys.add(identity(kind, hash)));
    if (keys.size > kind.most) {
      keys.delete(ascending(keys).at(-1));
    }
  }

  /** The 16 digits of each, ascending; none if there is no evidence. */
  identities() {
    const all = [...this.#kept.values()].flatMap((keys) => [...keys]);
    return ascending(all).map((key) => BigInt.asUintN(64, key).toString(16).padStart(16, "0"));
  }
}

/** Numbers in their order, which `sort` knows for none. */
export function ascending(numbers) {
  return [...numbers].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
}
