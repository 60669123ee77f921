import assert from "node:assert/strict";
import { test } from "node:test";
import { DEFAULTS, allowed, checkParameters, combined, peerAddress } from "../lib/settings.js";

test("a peer is on loopback, or behind https", () => {
  for (const [given, taken] of [
    ["http://127.0.0.1:11780", "http://127.0.0.1:11780"],
    [" http://localhost:11780/ ", "http://localhost:11780"],
    ["https://spam.example.org", "https://spam.example.org"],
  ]) {
    assert.equal(peerAddress(given), taken);
  }
  for (const bad of [
    "http://spam.example.org",
    "http://127.0.0.1.evil.example",
    "http://user@127.0.0.1",
    "http://127.0.0.1/path",
    "http://127.0.0.1/?q",
    "file:///etc",
    "127.0.0.1:11780",
    "",
    7,
    null,
    `https://${"a".repeat(400)}`,
  ]) {
    assert.equal(peerAddress(bad), null, String(bad));
  }
});

test("what is not allowed is as if it had not been said", () => {
  const bad = {
    peer: "http://evil.example",
    token: "a b",
    action: "delete",
    votes: 1001,
    thres: 65,
    rule: "all",
    privacy: "none",
    skippedAccounts: "x",
    moveMarked: 1,
    unknown: true,
    __proto__: { votes: 3 },
  };
  assert.deepEqual(allowed(bad), {});
  assert.deepEqual(combined(bad, null), { ...DEFAULTS });
  assert.deepEqual(allowed({ votes: -1, thres: 1.5 }), {});
});

test("the policy goes before the person, the person before the defaults", () => {
  const settings = combined({ action: "tag", votes: 2 }, { action: "banner" });
  assert.equal(settings.action, "banner");
  assert.equal(settings.votes, 2);
  assert.equal(settings.privacy, "");
});

test("what is left to the peer is not said", () => {
  assert.deepEqual(checkParameters(DEFAULTS), {});
  assert.deepEqual(checkParameters({ ...DEFAULTS, votes: 2, thres: 5, rule: "own", privacy: "local" }), {
    votes: "2",
    thres: "5",
    rule: "own",
    privacy: "local",
  });
});
