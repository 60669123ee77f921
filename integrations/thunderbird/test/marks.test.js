import assert from "node:assert/strict";
import { test } from "node:test";
import { AFTERGLOW, FRESH, arrived, attention, ownMarks, personsMark } from "../lib/marks.js";

test("only what a person looked at and we did not do is a person's mark", () => {
  for (const junk of [true, false]) {
    for (const own of [true, false]) {
      for (const attended of [true, false]) {
        for (const fresh of [true, false]) {
          const said = personsMark({ junk, own, attended, fresh });
          const persons = attended && !own && !(junk && fresh);
          assert.equal(said, persons ? (junk ? "spam" : "ham") : null);
        }
      }
    }
  }
  assert.equal(personsMark({ junk: undefined, own: false, attended: true }), null);
});

test("a mail is before a person's eyes while shown, and a moment longer", () => {
  let state = attention.shown([], 1, [10, 11], 0);
  assert.ok(attention.has(state, 10, 1e9), "shown for as long as nothing else is");
  state = attention.shown(state, 1, [12], 1000);
  assert.ok(attention.has(state, 10, 1000 + AFTERGLOW));
  assert.ok(!attention.has(state, 10, 1001 + AFTERGLOW));
  assert.ok(attention.has(state, 12, 1e9));
  assert.ok(!attention.has(state, 13, 1000));
});

test("what one tab shows does not end what another shows", () => {
  let state = attention.shown([], 1, [10], 0);
  state = attention.shown(state, 2, [20], 0);
  state = attention.shown(state, 2, [], 10);
  assert.ok(attention.has(state, 10, 1e9));
  assert.ok(!attention.has(state, 20, 1e9));
});

test("attention is bounded", () => {
  const all = Array.from({ length: 10_000 }, (_, id) => id);
  assert.ok(attention.shown([], 1, all, 0).length <= 500);
});

test("a mail has just arrived for a while", () => {
  const state = arrived.now(arrived.now([], [1], 0), [2], 1000);
  assert.ok(arrived.isFresh(state, 1, FRESH) && !arrived.isFresh(state, 1, FRESH + 1));
  assert.ok(arrived.isFresh(state, 2, FRESH + 1) && !arrived.isFresh(state, 3, 0));
  assert.deepEqual(arrived.now(state, [], 2 * FRESH + 1000), []);
});

test("each mark of our own is met once, in its own direction, within a minute", () => {
  let state = ownMarks.expect([], 7, true, 0);
  assert.equal(ownMarks.met(state, 7, false, 1), null);
  assert.equal(ownMarks.met(state, 8, true, 1), null);
  assert.equal(ownMarks.met(state, 7, true, 60_001), null);
  state = ownMarks.met(state, 7, true, 60_000);
  assert.deepEqual(state, []);
  assert.equal(ownMarks.met(state, 7, true, 1), null);
});
