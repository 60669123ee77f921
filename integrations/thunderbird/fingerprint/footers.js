// Leaves out what mailing lists and filters put under and over a text, and legal notices (Footers).

import { isAt } from "./javatext.js";

const LEAST_RULE = 20;
const MOST_ROWS = 8;
const MOST_CHARS = 600;
const MOST_FOOTERS = 8;
const MOST_NOTICE = 1500;

const SIGNS = [
  "mailing list",
  "listinfo",
  "unsubscribe",
  "majordomo",
  "sponsored by",
  "subscription",
  "yahoo! groups",
  "yahoogroups",
  "scanned",
  "virus",
];

const RULES = new Set([..."_-=*~#"].map((c) => c.charCodeAt(0)));

/** The text without them. */
export function withoutFooters(text) {
  return cutNotices(cutFooters(text));
}

function cutFooters(text) {
  const mayHaveAny = ["--", "____", "====", "****", "SPAM: "].some((sign) => text.includes(sign));
  return mayHaveAny ? new Footers(text).withoutFooters() : text;
}

function cutNotices(text) {
  const mayHaveAny = text.includes("ntended ") || text.includes("NTENDED ");
  return mayHaveAny ? new Footers(text).withoutNotices() : text;
}

class Footers {
  constructor(text) {
    this.text = text;
    this.out = "";
    this.footers = 0;
    this.done = 0;
  }

  leaveOut(from, to, instead) {
    this.out += this.text.substring(this.done, from) + instead;
    this.done = to;
  }

  rest() {
    return this.done === 0 ? this.text : this.out + this.text.substring(this.done);
  }

  withoutFooters() {
    for (let row = 0; row < this.text.length; ) {
      let end = this.rowEnd(row);
      const start = this.behindQuotes(row, end);
      if (this.text.startsWith("SPAM: ", start)) {
        this.leaveOut(row, end, "");
      } else if (this.footers < MOST_FOOTERS && this.isRule(start, end)) {
        const behind = this.footerEnd(end);
        if (behind > end) {
          this.footers++;
          this.leaveOut(row, behind, "\n");
          end = behind;
        }
      }
      row = end;
    }
    return this.rest();
  }

  withoutNotices() {
    let paragraph = 0;
    for (let row = 0; row < this.text.length; ) {
      const end = this.rowEnd(row);
      if (end === this.text.length || this.isBlank(this.behindQuotes(row, end), end)) {
        this.leaveOutNotice(paragraph, end);
        paragraph = end;
      }
      row = end;
    }
    return this.rest();
  }

  leaveOutNotice(from, to) {
    const notice =
      this.footers < MOST_FOOTERS &&
      to - from <= MOST_NOTICE &&
      2 * (to - from) <= this.text.length &&
      this.has("intended ", from, to) &&
      (this.has("recipient", from, to) || this.has("addressee", from, to)) &&
      (this.has("confidential", from, to) ||
        this.has("privileged", from, to) ||
        this.has("disclos", from, to));
    if (notice) {
      this.footers++;
      this.leaveOut(from, to, "\n");
    }
  }

  /** Behind the footer whose first row begins at `from`, or `from` if it is none. */
  footerEnd(from) {
    let signed = false;
    let row = from;
    for (let rows = 0; row < this.text.length; rows++) {
      const end = this.rowEnd(row);
      const start = this.behindQuotes(row, end);
      if (this.isBlank(start, end) || this.isRule(start, end)) {
        break;
      }
      if (rows === MOST_ROWS || end - from > MOST_CHARS) {
        return from;
      }
      signed ||= SIGNS.some((sign) => this.has(sign, start, end));
      row = end;
    }
    return signed ? row : from;
  }

  /** Whether words stand in a range, in any case of their letters. */
  has(lower, from, to) {
    const first = lower.charCodeAt(0);
    for (let i = from; i + lower.length <= to; i++) {
      if ((this.text.charCodeAt(i) | 0x20) === first && isAt(this.text, i, lower)) {
        return true;
      }
    }
    return false;
  }

  isRule(from, to) {
    const text = this.text;
    const c = from < to ? text.charCodeAt(from) : 32;
    if (!RULES.has(c)) {
      return false;
    }
    let end = to;
    while (text.charCodeAt(end - 1) <= 32) {
      end--;
    }
    let i = from;
    while (i < end && (text.charCodeAt(i) === c || text.charCodeAt(i) === 32)) {
      i++;
    }
    return i === end && (end - from >= LEAST_RULE || (c === 45 && end - from === 2));
  }

  isBlank(from, to) {
    for (let i = from; i < to; i++) {
      const c = this.text.charCodeAt(i);
      if (c > 32 && c !== 0xa0) {
        return false;
      }
    }
    return true;
  }

  behindQuotes(from, to) {
    let i = from;
    while (i < to) {
      const c = this.text.charCodeAt(i);
      if (c !== 62 && c !== 32 && c !== 9) {
        break;
      }
      i++;
    }
    return i;
  }

  rowEnd(from) {
    const end = this.text.indexOf("\n", from);
    return end < 0 ? this.text.length : end + 1;
  }
}
