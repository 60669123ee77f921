// All the visible text of a short mail, with its subject (ShortEvidence).

import { strip } from "../javatext.js";
import { fullNormalized } from "../normalization.js";
import { hashOf } from "./evidencehash.js";
import { KINDS } from "./evidencekind.js";

const MOST_CHARS = 1500;
const MOST = 400;
const LEAST_LETTERS = 20;

/** Adds the text of a mail if it is short; `subject` is the normalised one. */
export function collectShort(visible, subject, keys) {
  const seen = strip(visible);
  if (seen.length > MOST_CHARS || subject === "") {
    return;
  }
  const text = fullNormalized(seen);
  if (text.codePoints <= MOST && text.hasLetters(LEAST_LETTERS)) {
    keys.add(KINDS.SHORT, hashOf("short", subject + "\n" + text));
  }
}
