// A link with its changing parts left open (LinkPattern).

import { isDigit, isLetter, isLowerCase, isUpperCase, lowerCase } from "../unicode.js";
import { unescaped } from "./maillink.js";

const MOST_SEGMENTS = 8;
const MOST_NAMES = 8;
const LEAST_MIXED = 6;
const LEAST_LONG = 20;

/** The pattern of the host's labels before its domain, and the domain. */
export function patternOfHost(host, domain) {
  const pattern = new LinkPattern();
  const labels = host.length - domain.length - 1;
  for (let from = 0; from < labels; ) {
    const end = Math.min(labels, endOf(host, from, "."));
    pattern.addSegment(host.substring(from, end));
    pattern.out += ".";
    from = end + 1;
  }
  return pattern.out + domain;
}

/** The pattern of a path and its query; empty if it has not so many words. */
export function patternOfPath(path, leastWords) {
  const pattern = new LinkPattern();
  const query = endOf(path, 0, "?");
  let segments = 0;
  for (let from = 1; from < query && segments < MOST_SEGMENTS; segments++) {
    const end = Math.min(query, endOf(path, from, "/"));
    pattern.out += "/";
    pattern.addSegment(unescaped(path.substring(from, end)));
    from = end + 1;
  }
  let names = 0;
  for (let from = query + 1; from < path.length && names < MOST_NAMES; names++) {
    const end = endOf(path, from, "&;");
    const name = path.substring(from, Math.min(end, endOf(path, from, "=")));
    pattern.out += names === 0 ? "?" : "&";
    pattern.addSegment(unescaped(name));
    from = end + 1;
  }
  return pattern.words < leastWords ? "" : pattern.out;
}

function endOf(text, from, marks) {
  let end = from;
  while (end < text.length && !marks.includes(text[end])) {
    end++;
  }
  return end;
}

class LinkPattern {
  constructor() {
    this.out = "";
    this.words = 0;
  }

  addSegment(segment) {
    const point = segment.lastIndexOf(".");
    const name = point > 0 ? segment.substring(0, point) : segment;
    if (looksDrawn(name)) {
      this.out += "*";
    } else {
      this.words += this.addWithoutDigits(name) ? 1 : 0;
    }
    if (point > 0) {
      this.addWithoutDigits(segment.substring(point));
    }
  }

  /** Appends a text in lower case, rows of digits as one sign; says whether it holds a word. */
  addWithoutDigits(text) {
    let letters = 0;
    let digits = false;
    for (let i = 0; i < text.length; i++) {
      const c = text.charCodeAt(i);
      const digit = isDigit(c);
      if (!digit) {
        this.out += String.fromCharCode(lowerCase(c));
      } else if (!digits) {
        this.out += "#";
      }
      digits = digit;
      letters += isLetter(c) ? 1 : 0;
    }
    return letters >= 3;
  }
}

/** Whether a segment looks drawn at random, by how letters, digits, capitals and vowels take turns. */
function looksDrawn(name) {
  let digits = 0;
  let letters = 0;
  let marks = 0;
  let vowels = 0;
  let turns = 0;
  let before = 0;
  for (let i = 0; i < name.length; i++) {
    const c = name.charCodeAt(i);
    const digit = isDigit(c);
    const letter = isLetter(c);
    digits += digit ? 1 : 0;
    letters += letter ? 1 : 0;
    marks += digit || letter ? 0 : 1;
    vowels += "aeiouyAEIOUY".includes(name[i]) ? 1 : 0;
    turns += i > 0 && (digit ? isLetter(before) : isDigit(before)) ? 1 : 0;
    turns += isUpperCase(c) && isLowerCase(before) ? 1 : 0;
    before = c;
  }
  const length = name.length;
  return (
    (length >= LEAST_MIXED && turns >= 3) ||
    (length >= LEAST_MIXED && digits > 0 && letters > 0 && turns >= 2 && marks === 0) ||
    (length >= LEAST_LONG && marks * 10 < length) ||
    (length >= LEAST_MIXED && letters === length && vowels * 7 < length) ||
    (length >= 2 * LEAST_MIXED && digits * 3 > length && letters > 0)
  );
}
