// The text of a page, tags dropped in one pass (HtmlText).

import { decodeReference } from "./entities.js";
import { HiddenText } from "./hiddentext.js";
import { HtmlMarkup } from "./htmlmarkup.js";
import { isLetterOrDigit } from "./unicode.js";

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

class HtmlText extends HtmlMarkup {
  constructor(html, most) {
    super(html);
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

  isFull() {
    return this.out.isFull && (this.shown === null || this.shown.isFull);
  }

  append(text) {
    this.out.append(text);
    if (this.shown !== null && !this.hidden.isInside) {
      this.shown.append(text);
    }
  }

  tagged(element, closing, from, to) {
    if (this.hidden.changes(element, closing, from, to) && this.shown === null) {
      this.shown = new Room(this.out.most, this.out.text);
    }
    if (element.block) {
      this.append("\n");
    }
  }

  literal() {
    this.append("<");
  }
}
