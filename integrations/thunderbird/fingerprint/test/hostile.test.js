import assert from "node:assert/strict";
import { test } from "node:test";
import { NotAMail, addressed } from "../mail.js";
import { goldenMails } from "./golden.js";

/** Far above what any of these takes and far below a quadratic walk. */
const SOON_MILLIS = 20_000;

const HEAD = "From: a@example.org\nMIME-Version: 1.0\n";
const HTML = HEAD + "Content-Type: text/html\n\n";
const PARTS = HEAD + "Content-Type: multipart/mixed; boundary=b\n\n";

const WORDS = "A letter of some words that somebody has written to somebody else today. ";

const PROOF = { authservIds: ["mx.example"], hops: 2, forwarders: [] };
const PROVEN = "Authentication-Results: mx.example; dkim=pass header.d=brand.com\n";

const FLOODS = {
  "one line": HEAD + "\n" + "x".repeat(10 << 20),
  "one line of base64": HEAD + "Content-Transfer-Encoding: base64\n\n" + "QUJD".repeat(2 << 20),
  "one field": HEAD + "X: " + "y".repeat(4 << 20),
  "many fields": HEAD + "X-A: b\n".repeat(500_000),
  "one folded field": HEAD + "Content-Type: text/plain;\n" + " a=b;\n".repeat(500_000),
  "open tags": HTML + "<div>".repeat(200_000),
  "parts of a mail": PARTS + "--b\nContent-Type: text/html\n\n<p>x\n".repeat(100_000),
  "unfinished tags": HTML + "<a ".repeat(300_000),
  "unfinished quotes": HTML + "<a b='".repeat(150_000),
  "unfinished comments": HTML + "<!--".repeat(200_000),
  "comment ends": HTML + "<!--" + "--".repeat(400_000),
  "unfinished scripts": HTML + "<script>".repeat(100_000),
  "unfinished script ends": HTML + "<script>" + "</scrip".repeat(100_000),
  ampersands: HTML + "&".repeat(1_000_000),
  entities: HTML + "&CounterClockwiseContourIntegral;".repeat(30_000),
  "long number": HTML + "&#" + "9".repeat(1_000_000),
  marks: HEAD + "\na" + "\u0301\u0316".repeat(500_000),
  "expanding ligatures": HEAD + "\n" + "\uFDFA".repeat(350_000),
  fractions: HEAD + "\n" + "\u00BD".repeat(500_000),
  "letters between quotes": HEAD + "\n" + "a\u2019".repeat(300_000),
  "at signs": HEAD + "\n" + "a@".repeat(500_000),
  "web addresses": HEAD + "\n" + "http://".repeat(150_000),
  "one web address": HEAD + "\nhttp://" + "a.".repeat(500_000),
  "nested multiparts": nestedMultiparts(3000),
  "nested messages": (HEAD + "Content-Type: message/rfc822\n\n").repeat(3000) + HEAD + "\nx\n",
  parts: PARTS + "--b\n\nx\n".repeat(300_000),
  "boundaries of a deep mail": nestedMultiparts(11) + "--b\n--b1\n--b".repeat(300_000),
  "self-similar boundary": selfSimilar(5000) + "-".repeat(8 << 20),
  "self-similar boundary allowed": selfSimilar(127) + "-".repeat(8 << 20),
  "hidden tags": HTML + "<p style='display:none'>".repeat(100_000),
  "hidden and shown": HTML + "<b style=color:white>a</b>b".repeat(40_000),
  "values without tags": HTML + "<a =========".repeat(100_000),
  "long styles": HTML + ("<a style='" + "display:n;".repeat(400) + "'>").repeat(250),
  rules: HEAD + "\n" + "--------------------\n".repeat(50_000),
  footers: HEAD + "\n" + "-- \nunsubscribe\n\n".repeat(60_000),
  "a rule before a long row": HEAD + "\n-- \n" + "unsubscribe ".repeat(80_000),
  "soft breaks": HEAD + "\n" + ("x".repeat(73) + "==20=\n").repeat(13_000),
  "equal signs": HEAD + "\n" + "=".repeat(1_000_000),
  ideographs: HEAD + "\n" + "\u6CD5\u8F6E\u529F\u6CD5\u6CD5".repeat(200_000),
  "bomb of quoted-printable":
    HEAD +
    "Content-Type: text/html; charset=utf-16\nContent-Transfer-Encoding: quoted-printable\n\n" +
    "=00<=00b=\n".repeat(500_000),
  addresses: HEAD + "\n" + numbered(60_000, (i) => `a${i}@b${i}.example.org `),
  recipients: HEAD + numbered(2000, (i) => `To: a-${i}@b.org\n`) + "\n" + WORDS + "a-x@b.org ",
  links: HTML + WORDS + numbered(60_000, (i) => `<a href=http://a${i}.b${i}.org/c${i}>`),
  "links without an end": HTML + WORDS + "<a href=".repeat(100_000),
  "links inside links": HTML + WORDS + "/href=&".repeat(1_200_000),
  redirectors: HTML + WORDS + `<a href='http://a.org/?${"http://b.org/?".repeat(100_000)}'>`,
  "escapes in links": HTML + WORDS + `<a href='http://a.org/${"%25".repeat(300_000)}'>`.repeat(2),
  "names of hosts": HEAD + "\n" + WORDS + numbered(5000, (i) => `x@${"\u00FC.".repeat(99)}${i}.de `),
  "letters before hosts": HEAD + "\n" + WORDS + "\u1E9E".repeat(400_000) + "@a.de",
  "signs of answers": `Subject: ${"Re: [x] ".repeat(9000)}\n\n` + WORDS,
  "names of attributes": HTML + WORDS + `<p ${"a=b ".repeat(200_000)}>`,
  "a file": `${PARTS}--b\n\n${WORDS}\n--b\nContent-Type: image/png\n\n${"x\n".repeat(3 << 20)}--b--`,
  postmarks: "From a@b Tue Sep 24 10:48:22 2002\n".repeat(200_000),
};

/** What an author's field may be made of. */
for (const part of ["a", '"', "(", "a.", '\\"', "<", "a@", " "]) {
  const author = part.repeat(2000 / part.length);
  FLOODS[`an author of ${part}`] = `${PROVEN}From: a${author}!\n\n${WORDS}`;
}

function numbered(count, text) {
  return Array.from({ length: count }, (_, i) => text(i)).join("");
}

function nestedMultiparts(depth) {
  let mail = HEAD;
  for (let i = 0; i < depth; i++) {
    mail += `Content-Type: multipart/mixed; boundary=b${i}\n\n--b${i}\n`;
  }
  return mail + "\ninnermost\n";
}

function selfSimilar(length) {
  return HEAD + `Content-Type: multipart/mixed; boundary=${"-".repeat(length)}b\n\n`;
}

/** Names a mail or refuses it. */
async function addressedOrRefused(mail) {
  try {
    const { vectors } = await addressed(mail, PROOF);
    for (const { features } of vectors) {
      assert.ok(features.length >= 1 && features.length <= 64);
    }
  } catch (error) {
    assert.ok(error instanceof NotAMail, String(error));
    assert.doesNotMatch(error.message, /\n/);
  }
}

for (const [name, mail] of Object.entries(FLOODS)) {
  test(`a flood costs no more than its length: ${name}`, async () => {
    const start = performance.now();
    await addressedOrRefused(new TextEncoder().encode(mail));
    assert.ok(performance.now() - start < SOON_MILLIS);
  });
}

test("mails that were cut or changed are named or refused", async () => {
  let state = 7;
  const next = (bound) => {
    state = Math.imul(state, 1103515245) + 12345;
    return (state >>> 8) % bound;
  };
  const mails = goldenMails();
  for (let i = 0; i < 1000; i++) {
    const mail = mails[next(mails.length)].mail;
    const mutant = mail.slice(0, 1 + next(mail.length));
    for (let changes = next(12); changes > 0; changes--) {
      mutant[next(mutant.length)] = changes % 2 === 0 ? next(256) : '\n\r:;="<>&-? \0'.charCodeAt(next(13));
    }
    await addressedOrRefused(mutant);
  }
});
