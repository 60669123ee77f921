// How pages are made (HtmlEvidence, which has the hashes).

import { visitTags } from "../htmltags.js";
import { Long } from "../long.js";
import { KINDS } from "./evidencekind.js";
import { LowestHashes } from "./lowesthashes.js";

const TAGS = 5;
const LEAST = 12;
const MOST_TAGS = 20_000;
const LONGEST_TAG = 500;
const FACTOR_HIGH = 0x9e3779b9;
const FACTOR_LOW = 0x7f4a7c15;
const SLASH = 47;
const BLANK = 32;

/** Adds the lowest hashes of every five tags in a row. */
export function collectHtml(parts, keys) {
  const evidence = new HtmlEvidence();
  for (const part of parts) {
    if (part.html) {
      evidence.inPage = 0;
      visitTags(part.source, evidence);
      evidence.end();
    }
  }
  const { lowest } = evidence;
  if (lowest.size === LEAST) {
    for (let rank = 0; rank < KINDS.HTML.most; rank++) {
      keys.add(KINDS.HTML, lowest.value(rank));
    }
  }
}

class HtmlEvidence {
  constructor() {
    this.lowest = new LowestHashes(LEAST);
    this.row = Array.from({ length: TAGS }, () => new Long());
    this.shingle = new Long();
    this.inPage = 0;
    this.tags = 0;
    this.high = 0;
    this.low = 0;
    this.length = 0;
  }

  tag(element, closing) {
    this.end();
    if (this.tags === MOST_TAGS) {
      return false;
    }
    this.tags++;
    this.inPage++;
    this.high = 0;
    this.low = 0;
    this.length = 0;
    if (closing) {
      this.append(SLASH);
    }
    this.appendText(element, 0, element.length);
    return true;
  }

  attribute(html, nameFrom, nameTo) {
    this.append(BLANK);
    this.appendText(html, nameFrom, nameTo);
  }

  appendText(text, from, to) {
    const end = Math.min(to, from + LONGEST_TAG - this.length);
    for (let i = from; i < end; i++) {
      const c = text.charCodeAt(i);
      this.append(c >= 65 && c <= 90 ? c | 0x20 : c);
    }
  }

  append(c) {
    const product = (this.low >>> 0) * 0x1b3 + c + 1; // below 2^41
    this.high = (this.high * 0x1b3 + ((product / 0x100000000) | 0) + (this.low << 8)) | 0;
    this.low = product | 0;
    this.length++;
  }

  /** Takes in the tag that was read last, if there is one. */
  end() {
    if (this.inPage === 0) {
      return;
    }
    const last = this.row[(this.inPage - 1) % TAGS];
    last.set(this.high, this.low);
    last.mix();
    if (this.inPage >= TAGS) {
      const shingle = this.shingle;
      shingle.set(0, 0);
      for (let i = 0; i < TAGS; i++) {
        const tag = this.row[(this.inPage + i) % TAGS];
        shingle.times(FACTOR_HIGH, FACTOR_LOW);
        shingle.plus(tag.high, tag.low);
      }
      shingle.mix();
      this.lowest.offer(shingle.high, shingle.low);
    }
  }
}
