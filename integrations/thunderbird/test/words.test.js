import assert from "node:assert/strict";
import test from "node:test";
import { PeerProblem } from "../lib/peer.js";
import { Words, leavesOpen, verdictOf } from "../lib/words.js";

const KEY = "000102030405060708090a0b0c0d0e0f";
const SETTINGS = { peer: "http://127.0.0.1:1", token: "" };
const UNKNOWN = { verdict: "unknown", complete: true, messages: [], votes: { spam: 0, ham: 0 } };
const mail = (text) => new TextEncoder().encode(`Subject: hello\n\n${text}\n`);

/** A peer that is asked, and counts. */
function fakePeer(answers) {
  const peer = { asked: [], taught: [] };
  peer.filter = async (etag) => {
    peer.asked.push(etag);
    const answer = answers.shift();
    if (answer instanceof Error) {
      throw answer;
    }
    return answer;
  };
  peer.train = async (body) => {
    peer.taught.push(body);
    return {};
  };
  return peer;
}

test("words are never ham, and advise at most unsure", () => {
  assert.equal(verdictOf("spam", "on"), "spam");
  assert.equal(verdictOf("unsure", "on"), "unsure");
  assert.equal(verdictOf("spam", "advise"), "unsure");
  for (const [says, mode] of [["ham", "on"], ["untrained", "on"], ["unsure", "advise"], ["spam", "off"]]) {
    assert.equal(verdictOf(says, mode), null);
  }
});

test("they are asked only where votes leave a mail open", () => {
  assert.ok(leavesOpen(UNKNOWN));
  assert.ok(leavesOpen({ ...UNKNOWN, decided: { by: "nobody" } }));
  assert.ok(leavesOpen({ ...UNKNOWN, messages: ["x"], votes: { spam: 2, ham: 0 } }));
  for (const other of [
    { verdict: "spam" }, { complete: false }, { votes: { spam: 3, ham: 1 } },
    { decided: { by: "postmaster" } }, { decided: { by: "own-ham" } },
  ]) {
    assert.ok(!leavesOpen({ ...UNKNOWN, ...other }), JSON.stringify(other));
  }
});

test("a peer without a filter leaves the answer, and is not asked again at once", async () => {
  const peer = fakePeer([new PeerProblem("token", "no statistical filter")]);
  const words = new Words(() => peer);
  assert.equal(await words.judged(UNKNOWN, mail("x"), SETTINGS), UNKNOWN);
  assert.equal(await words.judged(UNKNOWN, mail("x"), SETTINGS), UNKNOWN);
  assert.deepEqual(peer.asked, [""]);
});

test("a filter that is damaged leaves the answer", async () => {
  for (const filter of [btoa("SWSF?"), "no base64?"]) {
    const peer = fakePeer([{ etag: '"a"', body: { mode: "on", key: KEY, filter } }]);
    assert.equal(await new Words(() => peer).judged(UNKNOWN, mail("x"), SETTINGS), UNKNOWN);
  }
});

test("what a person marks is taught by hashes, in the order of a peer, each once", async () => {
  const peer = fakePeer([{ etag: '"a"', body: { mode: "advise", key: KEY } }]);
  const words = new Words(() => peer);
  await words.learn("spam", mail("cheap pills cheap pills every day all day"), SETTINGS);
  await words.learn("withdraw", mail("cheap pills cheap pills every day all day"), SETTINGS);
  await words.learn("ham", mail("x"), SETTINGS);
  assert.equal(peer.taught.length, 2);
  const [{ mails: [{ verdict, tokens }] }, again] = peer.taught;
  assert.equal(verdict, "spam");
  assert.equal(again.mails[0].tokens, tokens);
  const bytes = Uint8Array.from(atob(tokens), (c) => c.charCodeAt(0));
  const view = new DataView(bytes.buffer);
  const hashes = Array.from({ length: bytes.length / 8 }, (_, i) => view.getBigInt64(8 * i));
  assert.equal(new Set(hashes).size, 6);
  assert.ok(hashes.every((hash, i) => i === 0 || hashes[i - 1] < hash));
});

test("a peer whose filter is off is taught nothing", async () => {
  const peer = fakePeer([new PeerProblem("refused", "no such path")]);
  await new Words(() => peer).learn("spam", mail("cheap pills every day all day"), SETTINGS);
  assert.deepEqual(peer.taught, []);
});
