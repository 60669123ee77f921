// The text of a page, tags dropped in one pass (HtmlText).

import { decodeReference } from "./entities.js";
import { HiddenText } from "./hiddentext.js";
import { elementOf } from "./htmlelement.js";
import { isAt } from "./javatext.js";
import { isLetterOrDigit } from "./unicode.js";

const LONGEST_NAME = 16;
const LEAST_SHOWN = 20;

/** `{written, visible}`: all of a page's text up to `most` characters, and what a reader sees. */
export function htmlText(html, most) {
  const text = new HtmlText(html, most);
  text.run();
  const written = text.out.text;
  const shown = text.shown;
  return { written, visible: shown !== null && showsAny(shown.text) ? shown.text : written };
}

/** Text that grows up to a length. */
class Room {
  constructor(most, text) {
    this.most = most;
    this.text = text;
  }

  append(more) {
    const room = this.most - this.text.length;
    this.text += more.length <= room ? more : more.substring(0, room);
  }

  get isFull() {
    return this.text.length === this.most;
  }
}

function showsAny(text) {
  let shown = 0;
  for (let i = 0; i < text.length && shown < LEAST_SHOWN; i++) {
    shown += isLetterOrDigit(text.charCodeAt(i)) ? 1 : 0;
  }
  return shown === LEAST_SHOWN;
}

class HtmlText {
  constructor(html, most) {
    this.html = html;
    this.at = 0;
    this.out = new Room(most, "");
    this.hidden = new HiddenText(html);
    this.shown = null;
  }

  run() {
    const html = this.html;
    let bracket = -1;
    let ampersand = -1;
    while (this.at < html.length && !this.isFull()) {
      const c = html.charCodeAt(this.at);
      if (c === 60) {
        this.markup();
      } else if (c === 38) {
        const reference = decodeReference(html, this.at);
        this.at = reference.end;
        this.append(reference.text);
      } else {
        ampersand = ampersand < this.at ? this.indexOf("&", this.at) : ampersand;
        bracket = bracket < this.at ? this.indexOf("<", this.at) : bracket;
        const end = Math.min(bracket, ampersand);
        this.append(html.substring(this.at, end));
        this.at = end;
      }
    }
  }

  indexOf(c, from) {
    const i = this.html.indexOf(c, from);
    return i < 0 ? this.html.length : i;
  }

  isFull() {
    return this.out.isFull && (this.shown === null || this.shown.isFull);
  }

  append(text) {
    this.out.append(text);
    if (this.shown !== null && !this.hidden.isInside) {
      this.shown.append(text);
    }
  }

  markup() {
    const html = this.html;
    const at = this.at;
    if (html.startsWith("<!--", at)) {
      this.at = this.commentEnd(at + 4);
      return;
    }
    const next = at + 1 < html.length ? html[at + 1] : " ";
    if (next === "!" || next === "?") {
      this.at = this.behind(">", at + 2);
    } else if (isLetter(html, at + 1)) {
      this.tag(at + 1, false);
    } else if (next === "/" && isLetter(html, at + 2)) {
      this.tag(at + 2, true);
    } else if (next === "/") {
      this.at = this.behind(">", at + 2);
    } else {
      this.append("<");
      this.at++;
    }
  }

  tag(nameStart, closing) {
    const html = this.html;
    let nameEnd = nameStart;
    while (nameEnd < html.length && isNamePart(html.charCodeAt(nameEnd))) {
      nameEnd++;
    }
    this.at = this.tagEnd(nameEnd);
    if (nameEnd - nameStart > LONGEST_NAME) {
      return;
    }
    const element = elementOf(html.substring(nameStart, nameEnd));
    if (this.hidden.changes(element, closing, nameEnd, this.at) && this.shown === null) {
      this.shown = new Room(this.out.most, this.out.text);
    }
    if (element.block) {
      this.append("\n");
    } else if (!closing && !element.shown) {
      this.at = this.elementEnd(element.name);
    }
  }

  tagEnd(from) {
    const html = this.html;
    let value = false;
    for (let i = from; i < html.length; i++) {
      const c = html.charCodeAt(i);
      if (c === 62) {
        return i + 1;
      }
      if (value && (c === 34 || c === 39)) {
        i = html.indexOf(html[i], i + 1);
        if (i < 0) {
          return html.length;
        }
      }
      value = c === 61 || (value && c <= 32);
    }
    return html.length;
  }

  commentEnd(from) {
    const html = this.html;
    if (html.startsWith(">", from)) {
      return from + 1;
    }
    if (html.startsWith("->", from)) {
      return from + 2;
    }
    for (let i = html.indexOf("--", from); i >= 0; i = html.indexOf("--", i + 1)) {
      if (html.startsWith(">", i + 2)) {
        return i + 3;
      }
      if (html.startsWith("!>", i + 2)) {
        return i + 4;
      }
    }
    return html.length;
  }

  elementEnd(name) {
    const html = this.html;
    for (let i = html.indexOf("</", this.at); i >= 0; i = html.indexOf("</", i + 2)) {
      if (isAt(html, i + 2, name)) {
        return this.behind(">", i + 2 + name.length);
      }
    }
    return html.length;
  }

  behind(c, from) {
    return Math.min(this.html.length, this.indexOf(c, from) + 1);
  }
}

function isLetter(html, at) {
  const lower = at < html.length ? html.charCodeAt(at) | 0x20 : 0;
  return lower >= 97 && lower <= 122;
}

function isNamePart(c) {
  return c > 32 && c !== 62 && c !== 47;
}
