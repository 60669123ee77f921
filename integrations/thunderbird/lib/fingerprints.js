/** What a mail is named by, computed here; its text goes nowhere. */

import { NotAMail, Undecodable, addressed } from "../fingerprint/mail.js";

const NOTHING = Object.freeze({ guid: null, vectors: [], digests: [] });

/**
 * GUID, vectors and their digests; a mail with too little text, in a charset not known here, or that
 * is none, has no vectors. `proof` is whose word on who has sent it is taken. How long it took is among the page's performance entries.
 */
export async function fingerprintsOf(raw, proof) {
  const start = performance.now();
  try {
    return await addressed(raw, proof);
  } catch (e) {
    if (!(e instanceof NotAMail) && !(e instanceof Undecodable)) {
      console.error("a mail was not understood", e.name); // a fault of ours: no reason to try again
    }
    return NOTHING;
  } finally {
    performance.measure("fingerprints", { start });
  }
}
