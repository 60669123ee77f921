/** The head of a mail in bytes: what Thunderbird put before it, and the fields that we read. */

const MAX_HEAD = 64 * 1024;
const MOZILLA = /^X-Mozilla-(Status2?|Keys):[^\n]*\n/i;
const FROM_LINE = /^From [^\n]*\n/;

/** The bytes of the mail without the lines that Thunderbird keeps in front of it. */
export function asReceived(bytes) {
  let at = 0;
  for (let lines = 0; lines < 8; lines++) {
    const start = latin1(bytes.subarray(at, at + 1024));
    const match = MOZILLA.exec(start) ?? (at === 0 ? FROM_LINE.exec(start) : null);
    if (match === null) {
      break;
    }
    at += match[0].length;
  }
  return at === 0 ? bytes : bytes.subarray(at);
}

/** The values of the fields of this name, unfolded, in their order; at most 20. */
export function fields(bytes, name) {
  const text = latin1(bytes.subarray(0, MAX_HEAD)).replace(/\r\n/g, "\n");
  const end = text.indexOf("\n\n");
  const head = (end < 0 ? text : text.slice(0, end)).replace(/\n[ \t]+/g, " ");
  const prefix = `${name.toLowerCase()}:`;
  return head
    .split("\n")
    .filter((line) => line.slice(0, prefix.length).toLowerCase() === prefix)
    .slice(0, 20)
    .map((line) => line.slice(prefix.length).trim());
}

/**
 * How to leave the list that a mail came through (RFC 2369): `{url, kind, target}` with the host or
 * the address that a person is shown before he goes there, or null. `https` goes before `mailto`;
 * nothing else is offered, and no link that hides where it leads.
 */
export function unsubscribing(bytes) {
  const offers = fields(bytes, "List-Unsubscribe")
    .flatMap((value) => [...value.matchAll(/<([^<>]{1,2000})>/g)])
    .slice(0, 20)
    .map((match) => offer(match[1].replace(/\s+/g, "")))
    .filter((found) => found !== null);
  return offers.find((found) => found.kind === "https") ?? offers[0] ?? null;
}

function offer(text) {
  let url;
  try {
    url = new URL(text);
  } catch {
    return null;
  }
  if (url.protocol === "https:" && !url.username && !url.password && url.hostname) {
    return { kind: "https", url: url.href, target: url.hostname };
  }
  if (url.protocol === "mailto:") {
    return letter(url);
  }
  return null;
}

/** Address and subject of the letter; of its other fields none, for a stranger has chosen them. */
function letter(url) {
  let to;
  try {
    to = decodeURIComponent(url.pathname);
  } catch {
    return null;
  }
  if (!/^[^\s@,;<>"]{1,200}@[^\s@,;<>"]{1,200}$/.test(to)) {
    return null;
  }
  const subject = (url.searchParams.get("subject") ?? "unsubscribe").replace(/[\0-\x1f\x7f]+/g, " ");
  return { kind: "mailto", url: `mailto:${to}`, target: to, subject: subject.slice(0, 200) };
}

function latin1(bytes) {
  let text = "";
  for (let at = 0; at < bytes.length; at += 8192) {
    text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  }
  return text;
}
