// The tags of an HTML text and their attributes, in their order (HtmlTags).

import { HtmlMarkup } from "./htmlmarkup.js";

/**
 * Walks over a page: `visitor.tag(element, closing)` is told of each tag, its name in lower case,
 * and says whether it is wanted, else the walk ends; `visitor.attribute(html, from, to)` where the
 * name of each of its attributes stands.
 */
export function visitTags(html, visitor) {
  const tags = new HtmlTags(html, visitor);
  for (tags.at = tags.indexOf("<", 0); tags.wanted && tags.at < html.length; ) {
    tags.markup();
    tags.at = tags.indexOf("<", tags.at);
  }
}

class HtmlTags extends HtmlMarkup {
  constructor(html, visitor) {
    super(html);
    this.visitor = visitor;
    this.wanted = true;
  }

  literal() {}

  tagged(element, closing, from, to) {
    this.wanted = this.wanted && this.visitor.tag(element.name, closing);
    if (this.wanted) {
      this.attributes(from, this.html[to - 1] === ">" ? to - 1 : to);
    }
  }

  attributes(from, end) {
    for (let i = this.skipTo(from, end, false); i < end; i = this.skipTo(i, end, false)) {
      let nameEnd = i + 1; // a name may begin with an equals sign
      while (nameEnd < end && !endsName(this.html.charCodeAt(nameEnd))) {
        nameEnd++;
      }
      this.visitor.attribute(this.html, i, nameEnd);
      const sign = this.skipTo(nameEnd, end, true);
      i =
        sign === end || this.html[sign] !== "="
          ? nameEnd
          : this.behindValue(this.skipTo(sign + 1, end, true), end);
    }
  }

  behindValue(start, end) {
    const quote = start < end ? this.html[start] : " ";
    if (quote === '"' || quote === "'") {
      const close = this.html.indexOf(quote, start + 1);
      return close < 0 || close > end ? end : Math.min(close + 1, end);
    }
    let to = start;
    while (to < end && this.html.charCodeAt(to) > 32) {
      to++;
    }
    return to;
  }

  /** The first character that is no blank, and no slash unless a value is sought. */
  skipTo(from, end, value) {
    let i = from;
    while (i < end && (this.html.charCodeAt(i) <= 32 || (!value && this.html[i] === "/"))) {
      i++;
    }
    return i;
  }
}

/** A blank, a slash or an equals sign. */
function endsName(c) {
  return c <= 32 || c === 47 || c === 61;
}
