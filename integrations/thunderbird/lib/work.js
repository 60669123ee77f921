/**
 * Does the jobs: asks the peer, files what it calls spam, sends votes. One round at a time, a few
 * jobs of a round at once. When nobody answers, the round ends and the rest waits with the first.
 */

import { after, crowdedOut, due, hurried, jobKey, nextDue } from "./jobs.js";
import { PeerProblem } from "./peer.js";

const AT_ONCE = 4;

export class Work {
  #jobs;
  #doers;
  #note;
  #wake;
  #round = null;
  #again = false;

  /**
   * @param jobs a StoredMap of jobs
   * @param doers {check, vote}: each does a job, or throws a PeerProblem
   * @param note told what the peer's state is: a PeerProblem, or null if it answered
   * @param wake told when the next job is due, in ms since the epoch, or null
   */
  constructor({ jobs, doers, note, wake }) {
    this.#jobs = jobs;
    this.#doers = doers;
    this.#note = note;
    this.#wake = wake;
  }

  async add(job) {
    const old = crowdedOut(await this.#jobs.values());
    if (old !== null) {
      await this.#jobs.delete(jobKey(old));
    }
    await this.#jobs.set(jobKey(job), job);
  }

  async drop(test) {
    for (const job of (await this.#jobs.values()).filter(test)) {
      await this.#jobs.delete(jobKey(job));
    }
  }

  waiting() {
    return this.#jobs.values();
  }

  /** Does what is due; resolves when nothing is due any more. Called again meanwhile, it goes on. */
  run() {
    this.#again = true;
    this.#round ??= this.#rounds().finally(() => {
      this.#round = null;
    });
    return this.#round;
  }

  /** As run, and what waits for the peer is due now. */
  async retry() {
    await this.#hurry(true);
    return this.run();
  }

  async #rounds() {
    while (this.#again) {
      this.#again = false;
      await this.#doAll(due(await this.#jobs.values(), Date.now()));
    }
    await this.#wake(nextDue(await this.#jobs.values()));
  }

  async #doAll(jobs) {
    const left = jobs.slice();
    let down = null;
    let other = null;
    let answered = false;
    const one = async () => {
      for (let job = left.shift(); job !== undefined; job = left.shift()) {
        const problem = down ?? (await this.#do(job));
        if (problem === null) {
          answered = true;
          await this.#jobs.delete(jobKey(job));
        } else {
          down ??= problem.kind === "down" ? problem : null;
          other ??= problem;
          await this.#postpone(job, problem);
        }
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, one));
    const problem = down ?? other;
    if (problem?.retryable || answered) {
      await this.#note(problem?.retryable ? problem : null);
    }
    if (answered && down === null) {
      this.#again ||= await this.#hurry(false);
    }
  }

  async #do(job) {
    try {
      await this.#doers[job.what](job);
      return null;
    } catch (e) {
      // What is no answer of the peer is our own fault or the mailbox's: tried again like the rest.
      return e instanceof PeerProblem ? e : new PeerProblem("fault", String(e?.message ?? e));
    }
  }

  async #postpone(job, problem) {
    const key = jobKey(job);
    if ((await this.#jobs.get(key)) === undefined) {
      return; // dropped meanwhile
    }
    const next = after(job, problem, Date.now());
    if (next === null) {
      await this.#jobs.delete(key);
      await this.#doers.givenUp(job, problem);
    } else {
      await this.#jobs.set(key, next);
    }
  }

  /** Whether anything is due earlier by it. */
  async #hurry(all) {
    const jobs = hurried(await this.#jobs.values(), all, Date.now());
    for (const job of jobs) {
      await this.#jobs.set(jobKey(job), job);
    }
    return jobs.length > 0;
  }
}
