// Where the markup of an HTML text begins and ends, as browsers take it (HtmlMarkup).

import { elementOf } from "./htmlelement.js";
import { isAt } from "./javatext.js";

const LONGEST_NAME = 16;

/**
 * A walk over a page. Who extends it has `tagged(element, closing, from, to)`, told of each tag with
 * where its attributes begin and what is behind its `>`, and `literal()`, told of a `<` that begins
 * no markup.
 */
export class HtmlMarkup {
  constructor(html) {
    this.html = html;
    this.at = 0;
  }

  indexOf(c, from) {
    const i = this.html.indexOf(c, from);
    return i < 0 ? this.html.length : i;
  }

  /** Walks over the markup that begins with the `<` here. */
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
      this.literal();
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
    this.tagged(element, closing, nameEnd, this.at);
    if (!closing && !element.block && !element.shown) {
      this.at = this.elementEnd(element.name);
    }
  }

  /** Behind the `>` of a tag; one inside a quoted attribute value does not count. */
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

  /** Behind the closing tag of an element whose contents are not markup. */
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
