// Letters that readers take for a Latin one, and what they take them for (Lookalikes).

import { isLetter, lowerCase, normalized } from "./unicode.js";

/** Letter and image by turns. */
const PAIRS =
  // Cyrillic
  "аaвbеeгrкkмmнhоoрpсcтtуyхxѕsіiјjһhԁdԛqԝwґrғfѵvүyҽeӏlпn" +
  // Greek
  "αaβbγyεeζzηnιiκkμmνvοoρpτtυuχxωwϲc" +
  // Armenian
  "օoսuհhցgոnզqքpյjլlԛq" +
  // Latin
  "ıiȷjɑaɡgɩiʟlɴnʀrøołlđdħhŧtƅbɓbƈcɗdƒfɠgƙkƭtʋvƴyƶzəeʏyɪiʜhʙb";

const FIRST = 0xc0;
const LAST = 0x1fff;
const IMAGE = new Uint16Array(LAST + 1);

for (let i = 0; i + 1 < PAIRS.length; i += 2) {
  IMAGE[PAIRS.charCodeAt(i)] = PAIRS.charCodeAt(i + 1);
}
for (let c = FIRST; c <= LAST; c++) {
  if (IMAGE[c] === 0 && hasAccents(c)) {
    const base = normalized(String.fromCharCode(c), "NFD").charCodeAt(0);
    const letter = lowerCase(base);
    IMAGE[c] = letter <= LAST && IMAGE[letter] !== 0 ? IMAGE[letter] : letter;
  }
}

/** The blocks of Latin, Greek and Cyrillic letters; elsewhere a mark may be half the letter. */
function hasAccents(c) {
  return isLetter(c) && (c < 0x530 || c >= 0x1e00);
}

/** What a small letter is taken for: itself, or the letter it looks like. */
export function imageOf(codePoint) {
  return codePoint < FIRST || codePoint > LAST ? codePoint : IMAGE[codePoint] || codePoint;
}
