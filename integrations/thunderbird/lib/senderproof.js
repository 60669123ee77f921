/** Whose word the peer takes on who has sent a mail: asked of it now and then. */

import { Peer } from "./peer.js";

const KEPT = 10 * 60_000;

let known = null;

/**
 * `proof` of the peer's status (docs/openapi.json), or null for a peer of before, which knows no
 * evidence beside the text either.
 */
export async function senderProof({ peer, token }) {
  const place = `${peer} ${token}`;
  if (known?.place !== place || Date.now() - known.at > KEPT) {
    const { proof } = await new Peer({ peer, token }).status();
    known = { place, at: Date.now(), proof: proof ?? null };
  }
  return known.proof;
}
