import assert from "node:assert/strict";
import { test } from "node:test";
import { CALLED, FILED, BACK, isChecked, steps, stepsAfterMark } from "../lib/filing.js";
import { DEFAULTS } from "../lib/settings.js";

const NEW = { read: false, voted: false, first: true };
const settings = (over) => ({ ...DEFAULTS, ...over });

test("spam is filed as its person prefers", () => {
  assert.deepEqual(steps("spam", NEW, settings({ action: "move" }), true), [
    { tag: FILED },
    { junk: true },
    { move: "junk" },
  ]);
  assert.deepEqual(steps("spam", NEW, settings({ action: "tag" }), true), [{ tag: CALLED }]);
  assert.deepEqual(steps("spam", NEW, settings({ action: "banner" }), true), []);
});

test("without a Junk folder nothing is moved", () => {
  assert.deepEqual(steps("spam", NEW, settings({ action: "move" }), false), [{ tag: CALLED }]);
});

test("nothing but spam is touched, and nothing on which its person has decided", () => {
  for (const action of ["move", "tag", "banner"]) {
    for (const verdict of ["unsure", "unknown", "", undefined]) {
      assert.deepEqual(steps(verdict, NEW, settings({ action }), true), []);
    }
    assert.deepEqual(steps("spam", { ...NEW, voted: true }, settings({ action }), true), []);
    assert.deepEqual(steps("spam", { ...NEW, read: true, first: false }, settings({ action }), true), []);
  }
  assert.equal(steps("spam", { ...NEW, read: true }, settings({}), true).length, 3);
});

test("the tag that keeps a move from being a vote is always set before the move", () => {
  for (const verdict of ["spam", "ham", "withdraw"]) {
    for (const inJunk of [true, false]) {
      for (const from of [undefined, "a://INBOX"]) {
        const list = stepsAfterMark(verdict, { inJunk, junkFolder: true, from }, settings({}));
        const move = list.findIndex((step) => step.move !== undefined);
        const tag = list.findIndex((step) => step.tag !== undefined);
        assert.ok(move < 0 || (tag >= 0 && tag < move));
      }
    }
  }
});

test("what is taken back goes back only to where it came from", () => {
  const known = { inJunk: true, junkFolder: true, from: "a://INBOX" };
  assert.deepEqual(stepsAfterMark("withdraw", known, settings({})), [
    { tag: BACK },
    { junk: false },
    { move: "back" },
  ]);
  const unknown = { ...known, from: undefined };
  assert.ok(!stepsAfterMark("withdraw", unknown, settings({})).some((step) => step.move));
  assert.equal(stepsAfterMark("ham", unknown, settings({})).at(-1).move, "inbox");
});

test("a person's spam stays where it is if he prefers that", () => {
  const place = { inJunk: false, junkFolder: true };
  assert.deepEqual(stepsAfterMark("spam", place, settings({ moveMarked: false })), [{ junk: true }]);
});

test("only folders that mail arrives in are checked", () => {
  const imap = { id: "account1", type: "imap" };
  assert.ok(isChecked({ specialUse: ["inbox"] }, imap, DEFAULTS));
  assert.ok(isChecked({ specialUse: [] }, imap, DEFAULTS));
  for (const use of ["junk", "trash", "sent", "drafts", "templates", "outbox", "archives"]) {
    assert.ok(!isChecked({ specialUse: [use] }, imap, DEFAULTS), use);
  }
  assert.ok(!isChecked({ specialUse: [], isVirtual: true }, imap, DEFAULTS));
  assert.ok(!isChecked({ specialUse: ["inbox"] }, { id: "a", type: "rss" }, DEFAULTS));
  assert.ok(!isChecked({ specialUse: ["inbox"] }, imap, settings({ skippedAccounts: ["account1"] })));
});
