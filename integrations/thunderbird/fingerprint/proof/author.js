// Whom a mail names as its author (Author).

import { organisational } from "../evidence/domains.js";

const MOST_CHARS = 2048;

/**
 * One address, in angle brackets behind a name, or bare; comments may stand around: what mail
 * programs write. Jakarta Mail, which a peer has for this, takes some more; such an author is proven
 * to be nobody here.
 */
const BLANKS = "[ \\t]*";
const QUOTED = '"(?:[^"\\\\\\r\\n]|\\\\[^\\r\\n])*"';
const COMMENT = "\\([^()\\\\]*\\)";
const NAME = `(?:[^\\0-\\x08\\x0a-\\x1f\\x7f()<>,;:\\\\"\\[\\]]|${QUOTED}|${COMMENT})*`;
const ATOM = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+";
const LABEL = "[A-Za-z0-9-]+";
const ADDRESS = `${ATOM}(?:\\.${ATOM})*@(${LABEL}(?:\\.${LABEL})*)`;
const NAMED = new RegExp(`^${NAME}<${BLANKS}${ADDRESS}${BLANKS}>${BLANKS}(?:${COMMENT})?$`);
const BARE = new RegExp(`^${ADDRESS}${BLANKS}(?:${COMMENT})?$`);

/** The organisational domain of the address of the one author in the one From, or null. */
export function authorDomain(header) {
  const from = header.all("from");
  if (from.length !== 1 || from[0].length > MOST_CHARS) {
    return null;
  }
  const match = NAMED.exec(from[0]) ?? BARE.exec(from[0]);
  return match === null ? null : organisational(match[1]);
}
