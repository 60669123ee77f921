package org.spamwatch.agent.request;

import java.util.Optional;

/** Finds out who asks about a mail, where that matters: it takes a while. */
@FunctionalInterface
public interface Asker {
  /** Somebody of whom nothing is known. */
  Asker UNKNOWN = Optional::empty;

  /** The user, if he is known to be that one. */
  Optional<String> user();
}
