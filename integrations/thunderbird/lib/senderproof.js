/** Whose word the peer takes on who has sent a mail: asked of it now and then, and kept meanwhile. */

import { NO_PROOF } from "../fingerprint/proof/senderproof.js";
import { Peer } from "./peer.js";

const FRESH = 10 * 60_000;

export class SenderProofs {
  #stored;

  /** @param stored a StoredValue, null at first */
  constructor(stored) {
    this.#stored = stored;
  }

  /**
   * `proof` of the peer's status (docs/openapi.json); null for a peer of before, which knows no
   * evidence beside the text either.
   */
  async of(settings) {
    const place = placeOf(settings);
    const known = await this.#stored.get();
    if (known?.place === place && Date.now() - known.at <= FRESH) {
      return known.proof;
    }
    const { proof = null } = await new Peer(settings).status();
    await this.#stored.change(() => ({ place, at: Date.now(), proof }));
    return proof;
  }

  /** What the peer last said, without asking it; a person who marks a mail does not wait for it. */
  async last(settings) {
    const known = await this.#stored.get();
    return known?.place === placeOf(settings) && known.proof !== null ? known.proof : NO_PROOF;
  }
}

function placeOf({ peer, token }) {
  return `${peer} ${token}`;
}
