import assert from "node:assert/strict";
import { test } from "node:test";
import { MAX_JOBS, after, checkJob, crowdedOut, due, jobKey, nextDue, voteJob } from "../lib/jobs.js";
import { PeerProblem } from "../lib/peer.js";
import { StoredMap } from "../lib/store.js";
import { Work } from "../lib/work.js";

/** A storage area as an extension has it. */
class Area {
  kept = new Map();

  async get(key) {
    const all = key === null ? [...this.kept] : [...this.kept].filter(([name]) => name === key);
    return structuredClone(Object.fromEntries(all));
  }

  async set(values) {
    for (const [key, value] of Object.entries(values)) {
      this.kept.set(key, structuredClone(value));
    }
  }

  async remove(keys) {
    for (const key of [keys].flat()) {
      this.kept.delete(key);
    }
  }
}

const mail = (header) => ({ id: 1, header, folder: "a://INBOX", account: "a" });

/** The background page of an add-on whose profile is `area` and whose peer is `answers`. */
function page(area, answers) {
  const told = { done: [], notes: [], wakes: [], givenUp: [] };
  const doer = async (job) => {
    const problem = answers(job);
    if (problem !== undefined) {
      throw problem;
    }
    told.done.push(jobKey(job));
  };
  const work = new Work({
    jobs: new StoredMap(area, "job", MAX_JOBS + 1),
    doers: { check: doer, vote: doer, givenUp: async (job) => told.givenUp.push(jobKey(job)) },
    note: async (problem) => told.notes.push(problem?.kind ?? null),
    wake: async (when) => told.wakes.push(when),
  });
  return { work, told };
}

const down = () => new PeerProblem("down", "nobody answers");

test("what is due is done once, votes first", async () => {
  const { work, told } = page(new Area(), () => undefined);
  await work.add(checkJob(mail("c"), 1));
  await work.add(voteJob(mail("v"), { sequence: 5 }, 2));
  await work.run();
  assert.deepEqual(told.done, ["vote a v 5", "check a://INBOX c 1"]);
  assert.deepEqual(await work.waiting(), []);
  assert.deepEqual(told.wakes, [null]);
  assert.deepEqual(told.notes, [null]);
});

test("nothing is lost while the peer is down, nor when Thunderbird ends meanwhile", async () => {
  const area = new Area();
  const before = page(area, down);
  for (let i = 0; i < 50; i++) {
    await before.work.add(checkJob(mail(`c${i}`), Date.now()));
  }
  await before.work.add(voteJob(mail("v"), { sequence: 1 }, Date.now()));
  await before.work.run();
  assert.equal((await before.work.waiting()).length, 51);
  assert.deepEqual(before.told.notes, ["down"]);
  assert.ok(before.told.wakes[0] > Date.now());

  const afterwards = page(area, () => undefined);
  await afterwards.work.retry();
  assert.equal(afterwards.told.done.length, 51);
  assert.deepEqual(await afterwards.work.waiting(), []);
});

test("a peer that is down is not asked for each mail", async () => {
  let asked = 0;
  const { work } = page(new Area(), () => {
    asked++;
    return down();
  });
  for (let i = 0; i < 100; i++) {
    await work.add(checkJob(mail(`c${i}`), i));
  }
  await work.run();
  assert.ok(asked <= 4, `asked ${asked} times`);
});

test("when the peer answers again, all that waits is done", async () => {
  let there = false;
  const { work, told } = page(new Area(), () => (there ? undefined : down()));
  await work.add(checkJob(mail("old"), Date.now()));
  await work.run();
  there = true;
  await work.add(checkJob(mail("new"), Date.now()));
  await work.run();
  assert.equal(told.done.length, 2);
  assert.deepEqual(told.notes, ["down", null, null]);
});

test("what the peer refuses is given up and said so; the others go on", async () => {
  const { work, told } = page(new Area(), (job) =>
    job.what === "vote" ? new PeerProblem("refused", "no") : undefined,
  );
  await work.add(voteJob(mail("v"), { sequence: 1 }, 1));
  await work.add(checkJob(mail("c"), 1));
  await work.run();
  assert.deepEqual(told.givenUp, ["vote a v 1"]);
  assert.deepEqual(told.done, ["check a://INBOX c 1"]);
  assert.deepEqual(await work.waiting(), []);
});

test("who may ask but not vote still has his mail checked, and is told", async () => {
  let tries = 0;
  const { work, told } = page(new Area(), (job) => {
    tries++;
    return job.what === "vote" ? new PeerProblem("token", "who are you?") : undefined;
  });
  await work.add(voteJob(mail("v"), { sequence: 1 }, Date.now()));
  for (let i = 0; i < 20; i++) {
    await work.add(checkJob(mail(`c${i}`), Date.now()));
  }
  await work.run();
  assert.equal(told.done.length, 20);
  assert.equal(tries, 21, "the vote waits for its time");
  assert.equal((await work.waiting()).length, 1);
  assert.equal(told.notes.at(-1), "token");
  await work.retry();
  assert.equal(tries, 22);
});

test("a fault of our own does not stop the work", async () => {
  const { work, told } = page(new Area(), (job) => (job.mail.header === "x" ? new TypeError("x") : undefined));
  await work.add(checkJob(mail("x"), Date.now()));
  await work.add(checkJob(mail("c"), Date.now()));
  await work.run();
  assert.deepEqual(told.done, ["check a://INBOX c 1"]);
  assert.equal((await work.waiting()).length, 1);
});

test("a job waits longer each time, within bounds, and is given up in the end", () => {
  let job = checkJob(mail("c"), 0);
  let now = 0;
  let last = 0;
  for (let i = 0; i < 12; i++) {
    job = after(job, down(), now);
    assert.ok(job.due - now >= last && job.due - now <= 15 * 60_000);
    last = job.due - now;
    now = job.due;
  }
  assert.equal(after(job, down(), 2 * 24 * 3600_000 + 1), null);
  assert.notEqual(after(voteJob(mail("v"), { sequence: 1 }, 0), down(), 2 * 24 * 3600_000 + 1), null);
});

test("of too many jobs the oldest check gives way, a vote never", () => {
  const jobs = Array.from({ length: MAX_JOBS }, (_, i) => voteJob(mail(`v${i}`), { sequence: i }, 0));
  assert.equal(crowdedOut(jobs), null);
  jobs[500] = checkJob(mail("c"), 9);
  jobs[600] = checkJob(mail("d"), 3);
  assert.equal(crowdedOut(jobs), jobs[600]);
  assert.equal(crowdedOut(jobs.slice(1)), null);
});

test("jobs become due by their time", () => {
  const jobs = [checkJob(mail("b"), 20), checkJob(mail("a"), 10), voteJob(mail("v"), { sequence: 1 }, 5, 100)];
  assert.deepEqual(due(jobs, 50), [jobs[1], jobs[0]]);
  assert.equal(nextDue(jobs), 10);
  assert.equal(nextDue([]), null);
});

test("a stored map forgets its oldest entries, and remembers their order when read again", async () => {
  const area = new Area();
  const map = new StoredMap(area, "m", 3);
  for (let i = 0; i < 5; i++) {
    await map.set(`k${i}`, i);
  }
  assert.deepEqual(await map.values(), [2, 3, 4]);
  assert.deepEqual((await new StoredMap(area, "m", 3).values()).sort(), [2, 3, 4]);
  assert.equal(await map.get("k0"), undefined);
  assert.equal(area.kept.size, 3);
});
