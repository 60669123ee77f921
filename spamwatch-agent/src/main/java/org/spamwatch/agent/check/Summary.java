package org.spamwatch.agent.check;

import org.spamwatch.overlay.Id;

/**
 * What this host knows, without asking anybody, of the features under which marked mail is
 * published. Every probe of a mail is looked up here, and those that hit are asked of the network:
 * so text that a spammer appends hides nothing that the summary knows. To be called on the node's
 * turn only.
 */
@FunctionalInterface
interface Summary {
  /** Whether a marked mail is published under this very feature, as far as is known here. */
  boolean contains(Id feature);
}
