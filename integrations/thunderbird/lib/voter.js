/** As whom this person votes: asked of the peer once, and again when the settings change. */

import { Peer, PeerProblem } from "./peer.js";
import { sequenceAbove } from "./records.js";
import { voterOf } from "./voterkey.js";

let known = null;

/** The voter of these settings. */
export async function voter({ peer, token }) {
  const place = `${peer} ${token}`;
  if (known?.place !== place) {
    const answer = await new Peer({ peer, token }).voter();
    const found = await voterOf(answer, token).catch((e) => {
      throw new PeerProblem("token", e.message);
    });
    await sequenceAbove(found.sequence);
    known = { place, voter: found };
  }
  return known.voter;
}

/** It may be another by now: the peer did not take its vote. */
export function forgetVoter() {
  known = null;
}
