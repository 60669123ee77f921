/** The peer's statistical filter, applied here to what votes leave open; no word is sent unless its person teaches. */

import { StatisticalFilter, UnknownFilter, tokensOf } from "../statistics/filter.js";
import { keyedHash } from "../statistics/siphash.js";
import { Peer, PeerProblem } from "./peer.js";

const FRESH = 10 * 60_000;
/** Tokens of a mail that are learnt, and of the shortest that is. */
const MOST = 4096;
const LEAST = 5;

const NO_FILTER = Object.freeze({ mode: "off", key: null, filter: null });

const LIKE = {
  spam: "by its words it is like spam that was learnt here",
  unsure: "its words are those of spam and of ham that was learnt here",
};

/** What words make of a mail that is unknown: a verdict, or null; it is never ham. */
export function verdictOf(says, mode) {
  if (mode === "advise") {
    return says === "spam" ? "unsure" : null;
  }
  return mode === "on" && (says === "spam" || says === "unsure") ? says : null;
}

/**
 * Whether the mail is left to its words: all who were asked have answered, nobody calls it ham, and
 * who calls it spam are too few to decide.
 */
export function leavesOpen({ verdict, complete, votes, decided }) {
  return (
    verdict === "unknown" &&
    complete === true &&
    votes.ham === 0 &&
    (decided?.by ?? "nobody") === "nobody"
  );
}

/** Applies and teaches the filter of the peer that is set. */
export class Words {
  #peerOf;
  #known = { ...NO_FILTER, place: null, at: 0, etag: "" };

  constructor(peerOf = (settings) => new Peer(settings)) {
    this.#peerOf = peerOf;
  }

  /**
   * An answer of the peer's, or what the filter makes of it. Fails open: without a filter the
   * answer stands. `words` are those that mattered most, `[token, spamminess]`.
   */
  async judged(answer, raw, settings) {
    if (!leavesOpen(answer)) {
      return answer;
    }
    const { mode, filter } = await this.#of(settings);
    const said = filter?.judge(raw);
    const verdict = said === undefined ? null : verdictOf(said.says, mode);
    if (verdict === null) {
      return answer;
    }
    const reason =
      `${LIKE[said.says]} (indicator ${said.indicator.toFixed(3)}, ${said.known} known); ${answer.reason}`;
    const { decided } = answer;
    const silence = "1 ham vote would make it unknown, for words count only while nobody says ham";
    const changed = decided?.change ? { ...decided, change: `${silence}; ${decided.change}` } : decided;
    return { ...answer, verdict, reason, source: "statistics", decided: changed, words: said.words };
  }

  /**
   * Teaches what a person says of a mail, with hashes of its words.
   *
   * @param verdict "spam", "ham" or "withdraw"
   */
  async learn(verdict, raw, settings) {
    const { mode, key } = await this.#of(settings);
    if (mode === "off") {
      return;
    }
    const tokens = [...tokensOf(raw, keyedHash(key))];
    if (tokens.length < LEAST) {
      return;
    }
    await this.#peerOf(settings).train({ mails: [{ verdict, tokens: encoded(tokens) }] });
  }

  /** The filter, no older than some minutes; none if the peer has none for us. */
  async #of(settings) {
    const place = `${settings.peer} ${settings.token}`;
    const known = this.#known;
    if (known.place === place && Date.now() - known.at <= FRESH) {
      return known;
    }
    const etag = known.place === place ? known.etag : "";
    const answer = await this.#peerOf(settings).filter(etag).catch((e) => {
      if (!(e instanceof PeerProblem)) {
        throw e;
      }
      return { etag: "", body: NO_FILTER };
    });
    const now = { place, at: Date.now(), etag: answer.etag };
    this.#known = answer.body === null ? { ...known, ...now } : { ...read(answer.body), ...now };
    return this.#known;
  }
}

function read({ mode, key, filter }) {
  if (!["advise", "on"].includes(mode) || typeof key !== "string" || !/^[0-9a-f]{32}$/.test(key)) {
    return NO_FILTER;
  }
  try {
    const bytes = typeof filter === "string" ? Uint8Array.from(atob(filter), (c) => c.charCodeAt(0)) : null;
    return { mode, key, filter: bytes === null ? null : new StatisticalFilter(bytes, key) };
  } catch (e) {
    if (!(e instanceof UnknownFilter) && e.name !== "InvalidCharacterError") { // no base64
      throw e;
    }
    console.warn(e.message); // of a newer peer: what was voted stands
    return NO_FILTER;
  }
}

/** The lowest as signed numbers, 8 bytes each, in base64. */
function encoded(tokens) {
  const signed = BigInt64Array.from(tokens).sort();
  const view = new DataView(new ArrayBuffer(8 * Math.min(signed.length, MOST)));
  for (let i = 0; 8 * i < view.byteLength; i++) {
    view.setBigInt64(8 * i, signed[i]);
  }
  let text = "";
  for (let i = 0; i < view.byteLength; i++) {
    text += String.fromCharCode(view.getUint8(i));
  }
  return btoa(text);
}
