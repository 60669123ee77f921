/**
 * Work that was begun and must be finished: to check a mail that arrived, to send a vote that a
 * person gave. A job is plain data in the profile, so it outlives the suspension of the background
 * page, a restart of Thunderbird and a peer that is down.
 */

/** Jobs kept at most; beyond it the oldest check gives way, and no vote to a check. */
export const MAX_JOBS = 1000;
const FIRST_WAIT = 15_000;
const LONGEST_WAIT = 15 * 60_000;
const CHECK_FOR = 2 * 24 * 3600_000;
const VOTE_FOR = 30 * 24 * 3600_000;

/** A mail to be checked. */
export function checkJob(mail, now) {
  return { what: "check", mail, at: now, due: now, attempts: 0 };
}

/**
 * A vote to be sent; `ballot` has what is signed, so the mail may be gone by then.
 *
 * @param wait for how long it may still turn out to be no person's, in ms
 */
export function voteJob(mail, ballot, now, wait = 0) {
  return { what: "vote", mail, ballot, at: now, due: now + wait, attempts: 0, wait: wait > 0 };
}

/**
 * Jobs are known by this. Two mails may have one Message-ID, so that a check has the id too.
 */
export function jobKey(job) {
  const { account, header, folder, id } = job.mail;
  return job.what === "check"
    ? `check ${folder} ${header} ${id}`
    : `vote ${account} ${header} ${job.ballot.sequence}`;
}

/** Those whose time has come, the oldest first, votes before checks. */
export function due(jobs, now) {
  const rank = (job) => (job.what === "vote" ? 0 : 1);
  return jobs
    .filter((job) => job.due <= now)
    .sort((a, b) => rank(a) - rank(b) || a.at - b.at);
}

/** When the next is due, or null. */
export function nextDue(jobs) {
  return jobs.length === 0 ? null : Math.min(...jobs.map((job) => job.due));
}

/**
 * The job after a try that did not end it: later again, each time twice as late, or null when it is
 * given up.
 *
 * @param problem {kind, retryable}: not retryable is what will be refused again
 */
export function after(job, problem, now) {
  const limit = job.what === "vote" ? VOTE_FOR : CHECK_FOR;
  if (!problem.retryable || now - job.at > limit) {
    return null;
  }
  const wait = Math.min(FIRST_WAIT * 2 ** Math.min(job.attempts, 20), LONGEST_WAIT);
  return { ...job, attempts: job.attempts + 1, due: now + wait, wait: false, problem: problem.kind };
}

/** Those that are due now for the peer is there again; of `all` also what it put off itself. */
export function hurried(jobs, all, now) {
  return jobs
    .filter((job) => job.due > now && (job.problem === "down" || (all && job.attempts > 0)))
    .map((job) => ({ ...job, due: now }));
}

/** The job to drop so that one more has room, or null if there is room. */
export function crowdedOut(jobs) {
  if (jobs.length < MAX_JOBS) {
    return null;
  }
  return jobs.filter((job) => job.what === "check").sort((a, b) => a.at - b.at)[0] ?? null;
}
