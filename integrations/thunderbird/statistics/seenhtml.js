// The text of HTML as a reader sees it, and what stands in its links, pictures and fonts (SeenHtml).

import { Bytes, REPLACEMENT, ascii, indexOf, isWord, isWordAt, lowerText } from "./bytes.js";
import { hex, western } from "./encodings.js";
import { LIMITS } from "./limits.js";

const BREAKS = new Set(
  (
    "address article aside blockquote body br caption center dd dir div dl dt fieldset figure footer form h1 h2 h3 " +
    "h4 h5 h6 head header hr html iframe img input legend li main menu nav ol option p pre section select table " +
    "tbody td textarea tfoot th thead title tr ul"
  ).split(" "),
);
const TOLD = new Set("a area base font form iframe img".split(" "));
const LONGEST_ELEMENT = 10;

const SCRIPT = ascii("script");
const STYLE = ascii("style");
const SCRIPT_END = ascii("</script");
const STYLE_END = ascii("</style");

/** The names of the characters 160 to 255, in order. */
const LATIN =
  "nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute " +
  "micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig " +
  "Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash " +
  "Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute " +
  "ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc " +
  "uuml yacute thorn yuml";

const OTHERS =
  "amp & lt < gt > quot \" apos ' euro \u20AC lsquo \u2018 rsquo \u2019 sbquo \u201A ldquo \u201C rdquo \u201D " +
  "bdquo \u201E ndash \u2013 mdash \u2014 hellip \u2026 bull \u2022 trade \u2122 zwnj \u200C zwj \u200D OElig \u0152 " +
  "oelig \u0153 Scaron \u0160 scaron \u0161";

const NAMED = new Map(LATIN.split(" ").map((name, i) => [name, 160 + i]));
for (const [, name, meant] of OTHERS.matchAll(/(\S+) (\S+)/g)) {
  NAMED.set(name, meant.charCodeAt(0));
}
NAMED.set("ensp", 0x2002).set("emsp", 0x2003).set("thinsp", 0x2009);
const LONGEST_NAME = 8;

const isLetter = (c) => (c | 0x20) >= 97 && (c | 0x20) <= 122;
const isWhite = (c) => c <= 32;

function skipWhite(html, from, to) {
  let i = from;
  while (i < to && isWhite(html[i])) {
    i++;
  }
  return i;
}

/** Adds what the reference at an ampersand stands for, or the ampersand; says what is behind it. */
function decodeReference(html, at, to, out) {
  let i = at + 1;
  if (i < to && html[i] === 35) {
    return decodeNumber(html, at, to, out);
  }
  const bound = Math.min(to, i + LONGEST_NAME);
  let name = "";
  while (i < bound && (isLetter(html[i]) || (html[i] >= 48 && html[i] <= 57))) {
    name += String.fromCharCode(html[i++]);
  }
  const meant = NAMED.get(name);
  if (meant === undefined) {
    out.add(38);
    return at + 1;
  }
  out.addCharacter(meant);
  return i < to && html[i] === 59 ? i + 1 : i;
}

function decodeNumber(html, at, to, out) {
  let i = at + 2;
  const base = i < to && (html[i] | 0x20) === 120 ? 16 : 10;
  i += base === 16 ? 1 : 0;
  const digits = i;
  let value = 0;
  for (; i < to; i++) {
    const digit = html[i] < 0x80 ? parseInt(String.fromCharCode(html[i]), base) : NaN;
    if (Number.isNaN(digit)) {
      break;
    }
    value = Math.min(value * base + digit, 0x110000);
  }
  if (i === digits) {
    out.add(38);
    return at + 1;
  }
  out.addCharacter(value > 0 && value <= 0x10ffff ? western(value) : REPLACEMENT);
  return i < to && html[i] === 59 ? i + 1 : i;
}

function behind(html, sought, from, to) {
  return Math.min(indexOf(html, sought, from, to) + 1, to);
}

/** As browsers have it: `<!-->` and `<!--->` are comments, too. */
function behindComment(html, from, to) {
  let i = indexOf(html, 62, from, to);
  if (i === from || (i === from + 1 && i < to && html[from] === 45)) {
    return i + 1;
  }
  while (i < to && !(i - from >= 2 && html[i - 1] === 45 && html[i - 2] === 45)) {
    i = indexOf(html, 62, i + 1, to);
  }
  return Math.min(i + 1, to);
}

export class SeenHtml {
  seen = new Bytes(LIMITS.textBytes);
  /** Names and values of attributes that are read, decoded. */
  told = new Bytes(LIMITS.textBytes);
  #noDoubleQuote = false;
  #noSingleQuote = false;

  read(html, from, to) {
    this.seen.clear();
    this.told.clear();
    this.#noDoubleQuote = false;
    this.#noSingleQuote = false;
    let i = from;
    while (i < to) {
      const start = i;
      while (i < to && html[i] !== 60 && html[i] !== 38) {
        i++;
      }
      this.seen.addAll(html, start, i);
      if (i < to) {
        i = html[i] === 38 ? decodeReference(html, i, to, this.seen) : this.#markup(html, i, to);
      }
    }
  }

  #markup(html, at, to) {
    const next = at + 1 < to ? html[at + 1] : 32;
    if (isLetter(next)) {
      return this.#tag(html, at + 1, to);
    }
    if (next === 47) {
      const closing = at + 2 < to && isLetter(html[at + 2]);
      return closing ? this.#tag(html, at + 2, to) : behind(html, 62, at, to);
    }
    if (next === 33) {
      const comment = at + 3 < to && html[at + 2] === 45 && html[at + 3] === 45;
      return comment ? behindComment(html, at + 4, to) : behind(html, 62, at, to);
    }
    if (next === 63) {
      return behind(html, 62, at, to);
    }
    this.seen.add(60);
    return at + 1;
  }

  #tag(html, from, to) {
    let i = from;
    while (i < to && html[i] > 32 && html[i] < 0x80 && html[i] !== 62 && html[i] !== 47) {
      i++;
    }
    const name = i;
    const closing = html[from - 1] === 47;
    const element = name - from <= LONGEST_ELEMENT ? lowerText(html, from, name) : "";
    if (BREAKS.has(element)) {
      this.seen.add(10);
    }
    i = this.#attributes(html, i, to, !closing && TOLD.has(element));
    const script = isWord(html, from, name, SCRIPT);
    if (closing || (!script && !isWord(html, from, name, STYLE))) {
      return i;
    }
    const end = script ? SCRIPT_END : STYLE_END;
    i = indexOf(html, 60, i, to);
    while (i < to && !isWordAt(html, i, to, end)) {
      i = indexOf(html, 60, i + 1, to);
    }
    return i;
  }

  #attributes(html, from, to, wanted) {
    let i = from;
    while (i < to && html[i] !== 62) {
      if (isWhite(html[i]) || html[i] === 47) {
        i++;
        continue;
      }
      const name = i++; // which may begin with an equals sign
      while (i < to && !isWhite(html[i]) && html[i] !== 61 && html[i] !== 62 && html[i] !== 47) {
        i++;
      }
      if (wanted) {
        this.told.addAll(html, name, i);
        this.told.add(32);
      }
      const sign = skipWhite(html, i, to);
      if (sign < to && html[sign] === 61) {
        i = this.#value(html, skipWhite(html, sign + 1, to), to, wanted);
      }
    }
    return Math.min(i + 1, to);
  }

  #value(html, from, to, wanted) {
    const quote = from < to ? html[from] : 32;
    let quoted = quote === 34 ? !this.#noDoubleQuote : quote === 39 && !this.#noSingleQuote;
    let start = from;
    let end = from;
    if (quoted) {
      start++;
      end = indexOf(html, quote, start, to);
      if (end === to) {
        // Nor will a later one be closed: it is none, and the tag ends as others do.
        this.#noDoubleQuote ||= quote === 34;
        this.#noSingleQuote ||= quote === 39;
        quoted = false;
        end = start;
      }
    }
    while (!quoted && end < to && !isWhite(html[end]) && html[end] !== 62) {
      end++;
    }
    if (wanted) {
      this.#tell(html, start, end);
    }
    return quoted ? end + 1 : end;
  }

  /** An attribute's value, its references and the codes of a URL decoded. */
  #tell(html, from, to) {
    let i = from;
    while (i < to) {
      const start = i;
      while (i < to && html[i] !== 37 && html[i] !== 38) {
        i++;
      }
      this.told.addAll(html, start, i);
      if (i === to) {
        break;
      }
      if (html[i] === 38) {
        i = decodeReference(html, i, to, this.told);
      } else {
        const value = hex(html, i + 1, to);
        this.told.add(value < 0 ? 37 : value);
        i += value < 0 ? 1 : 3;
      }
    }
    this.told.add(10);
  }
}
