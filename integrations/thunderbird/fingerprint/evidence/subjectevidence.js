// The words of the subject (SubjectEvidence).

import { lowerCased } from "../javatext.js";
import { fullNormalized } from "../normalization.js";
import { hashOf } from "./evidencehash.js";
import { KINDS } from "./evidencekind.js";

const LEAST_LETTERS = 12;
const LEAST_WORDS = 3;
const MOST_CHARS = 300;
const NOT_ALPHABETIC = /[\u2e80-\uffff]/;

/** Of a mail that answers or passes on another; blanks are those of ASCII. */
const PREFIX = new RegExp(
  "^~*(?:(?:re|fwd?|aw|wg|sv|vs|tr|rv|antw|odp|res|enc|ynt)~*(?:\\[[0-9]+\\])?~*[:\\uFF1A]|\\[[^\\]]{1,40}\\]|\\*{2,}~*spam~*\\*{2,})~*".replaceAll(
    "~",
    "[ \\t\\n\\v\\f\\r]",
  ),
  "u",
);

/** Adds the subject, as {@link normalizedSubject}, if it says enough. */
export function collectSubject(words, keys) {
  const all = words.split(" ");
  const letters = words.length - all.length + 1;
  const saysEnough = NOT_ALPHABETIC.test(words)
    ? letters >= LEAST_LETTERS / 2
    : all.length >= LEAST_WORDS && letters >= LEAST_LETTERS;
  if (saysEnough) {
    keys.add(KINDS.SUBJECT, hashOf("subject", words));
  }
}

/** The normalised subject, which may be empty. */
export function normalizedSubject(header) {
  let subject = lowerCased(header.text("subject")).substring(0, MOST_CHARS);
  for (
    let shorter = subject.replace(PREFIX, "");
    shorter.length < subject.length;
    shorter = subject.replace(PREFIX, "")
  ) {
    subject = shorter;
  }
  return fullNormalized(subject).toString();
}
