/** What a mail is named by, computed here; its text goes nowhere. */

import { NotAMail, addressed } from "../fingerprint/mail.js";

const NOTHING = Object.freeze({ guid: null, vectors: [], digests: [] });

/** GUID, vectors and their digests; a mail with too little text, or that is none, has no vectors. */
export async function fingerprintsOf(raw) {
  try {
    return await addressed(raw);
  } catch (e) {
    if (e instanceof NotAMail) {
      return NOTHING;
    }
    throw e;
  }
}
