// Collects the keys of one mail (EvidenceKeys).

import { identity, KINDS } from "./evidencekind.js";

const MOST = 64;

/** Of each kind the lowest are kept, as numbers with a sign; of hosts those for which there is room. */
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
    const others = [...this.#kept.keys()]
      .filter((kind) => kind !== KINDS.HOST)
      .flatMap((kind) => [...this.#kept.get(kind)]);
    const hosts = ascending(this.#kept.get(KINDS.HOST) ?? []).slice(0, MOST - others.length);
    return ascending([...others, ...hosts]).map((key) => BigInt.asUintN(64, key).toString(16).padStart(16, "0"));
  }
}

/** Numbers in their order, which `sort` knows for none. */
export function ascending(numbers) {
  return [...numbers].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
}
