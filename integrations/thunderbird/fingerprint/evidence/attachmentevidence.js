// What is attached, byte for byte (AttachmentEvidence).

import { hexOf } from "../sha256.js";
import { first64, hashOf } from "./evidencehash.js";
import { KINDS } from "./evidencekind.js";

const LEAST_BYTES = 256;

/** Adds a key for each file; files may be long, so the browser hashes them. */
export async function collectAttachments(attachments, keys) {
  for (const bytes of attachments) {
    if (bytes.length >= LEAST_BYTES) {
      const sha256 = await crypto.subtle.digest("SHA-256", bytes);
      const digest = first64(hexOf(new Uint8Array(sha256)));
      keys.add(KINDS.ATTACHMENT, hashOf("attachment", BigInt.asUintN(64, digest).toString(16)));
    }
  }
}
