package org.spamwatch.simulator.alternatives;

/** How a question is resolved (SpamWatch paper, sections 3.2 and 3.3). */
enum Asking {
  /** Where feature objects are held, to the end of every feature's route. */
  RESOLVED,
  /** The same, each feature's route to its first hit. */
  FIRST_HIT,
  /** The same again, by the same asker at once: by what its client remembers. */
  REMEMBERED,
  /** At the asker, who fetches every feature object and counts. */
  LISTS
}
