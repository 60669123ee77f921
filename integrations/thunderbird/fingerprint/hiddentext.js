// Which elements of a page their own tag hides from a reader (HiddenText).

import { colourOf, styleOf } from "./inlinestyle.js";
import { isAt } from "./javatext.js";

const LEAST_ATTRIBUTE = 6;
const LONGEST_VALUE = 2000;

export class HiddenText {
  constructor(html) {
    this.html = html;
    this.element = "";
    this.depth = 0;
    this.blocks = 0;
    this.groundsRead = false;
    this.plainGround = false;
    this.ground = "ffffff";
  }

  /** Whether what comes next is inside a hidden element. */
  get isInside() {
    return this.depth > 0;
  }

  /** Takes a tag and says whether hidden text begins or ends with it. */
  changes(tag, closing, from, to) {
    const before = this.depth > 0;
    if (before) {
      this.inside(tag, closing);
    }
    const opens = !closing && this.depth === 0 && to - from > LEAST_ATTRIBUTE;
    if (opens && tag.mayHide && this.hides(from, to)) {
      this.element = tag.name;
      this.depth = 1;
      this.blocks = 0;
    }
    return before !== this.depth > 0;
  }

  inside(tag, closing) {
    if (tag.name === this.element) {
      const sibling = !closing && !tag.nested;
      this.depth = sibling ? 0 : this.depth + (closing ? -1 : 1);
    } else if (tag.block && tag.mayHide) {
      this.blocks += closing ? -1 : 1;
      if (this.blocks < 0 || this.element === "p") {
        this.depth = 0;
      }
    }
  }

  hides(from, to) {
    const html = this.html;
    let color = "";
    let background = "";
    for (let i = from; i < to; i++) {
      if (html.charCodeAt(i) !== 61) {
        continue;
      }
      const valueStart = this.skipBlanks(i + 1, to);
      const valueEnd = this.valueEnd(valueStart, to);
      let nameEnd = i;
      while (nameEnd > from && html.charCodeAt(nameEnd - 1) <= 32) {
        nameEnd--;
      }
      if (this.isNamed("style", nameEnd, from)) {
        const style = styleOf(html.substring(valueStart, valueEnd));
        if (style.hides) {
          return true;
        }
        color = style.color || color;
        background = style.background || background;
      } else if (this.isNamed("bgcolor", nameEnd, from)) {
        background = colourOf(html.substring(valueStart, valueEnd));
      } else if (this.isNamed("color", nameEnd, from)) {
        color = colourOf(html.substring(valueStart, valueEnd));
      }
      i = Math.max(i, valueEnd - 1);
    }
    return color !== "" && (background === "" ? this.isPageGround(color) : color === background);
  }

  isPageGround(color) {
    if (!this.groundsRead) {
      this.groundsRead = true;
      this.readGrounds();
    }
    return this.plainGround && color === this.ground;
  }

  /** The page's ground counts if no other is set anywhere. */
  readGrounds() {
    const length = this.html.length;
    const body = this.indexOf("<body", 0, length);
    const bodyEnd = body < 0 ? -1 : this.html.indexOf(">", body);
    const head = Math.max(body, 0);
    const tail = bodyEnd < 0 ? 0 : bodyEnd;
    this.plainGround =
      this.indexOf("background", 0, head) < 0 &&
      this.indexOf("bgcolor", 0, head) < 0 &&
      this.indexOf("background", tail, length) < 0 &&
      this.indexOf("bgcolor", tail, length) < 0;
    if (this.plainGround && tail > 0) {
      const set = this.indexOf("bgcolor=", body, tail);
      if (set >= 0) {
        const start = this.skipBlanks(set + "bgcolor=".length, tail);
        this.ground = colourOf(this.html.substring(start, this.valueEnd(start, tail)));
      }
      this.plainGround = this.indexOf("background", body, tail) < 0;
    }
  }

  indexOf(lower, from, to) {
    const first = lower.charCodeAt(0);
    for (let i = from; i <= to - lower.length; i++) {
      if ((this.html.charCodeAt(i) | 0x20) === first && isAt(this.html, i, lower)) {
        return i;
      }
    }
    return -1;
  }

  isNamed(name, end, from) {
    const start = end - name.length;
    if (start <= from) {
      return false;
    }
    const before = this.html.charCodeAt(start - 1);
    return (before <= 32 || before === 47) && isAt(this.html, start, name);
  }

  skipBlanks(from, to) {
    let i = from;
    while (i < to && this.html.charCodeAt(i) <= 32) {
      i++;
    }
    return i;
  }

  valueEnd(start, to) {
    const html = this.html;
    const bound = Math.min(to, start + LONGEST_VALUE);
    if (start >= bound) {
      return bound;
    }
    const quote = html.charCodeAt(start);
    let i = start + 1;
    if (quote === 34 || quote === 39) {
      while (i < bound && html.charCodeAt(i) !== quote) {
        i++;
      }
    } else {
      while (i < bound && html.charCodeAt(i) > 32 && html.charCodeAt(i) !== 62) {
        i++;
      }
    }
    return i;
  }
}
