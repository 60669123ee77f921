package org.spamwatch.agent.live;

import java.io.IOException;
import org.spamwatch.agent.AgentException;
import org.spamwatch.agent.keys.KeyException;
import org.spamwatch.agent.store.StoreException;

/** A peer that cannot start; the message is one line for the operator. */
public final class StartException extends AgentException {
  private static final long serialVersionUID = 1L;

  /** What an operator can do about it. */
  public enum Cause {
    /** Change the configuration, or remove what contradicts it. */
    CONFIGURATION,
    /** Free the port or the data directory, or wait. */
    IN_USE,
    /** Start a bootstrap peer first. */
    NO_PEER,
    /** Restore the store, or the file that is named. */
    DAMAGED,
    /** Look at the disk and its permissions. */
    INPUT_OUTPUT
  }

  private final Cause kind;

  StartException(Cause kind, String message) {
    super(message);
    this.kind = kind;
  }

  StartException(Cause kind, String message, Throwable cause) {
    super(message, cause);
    this.kind = kind;
  }

  /** A file of keys that can be read and holds something else than it should is damaged. */
  static StartException of(KeyException e) {
    Cause kind = e.getCause() instanceof IOException ? Cause.INPUT_OUTPUT : Cause.DAMAGED;
    return new StartException(kind, String.valueOf(e.getMessage()), e);
  }

  /** A store of votes that cannot be opened. */
  static StartException of(StoreException e) {
    Cause kind =
        switch (e.problem()) {
          case IN_USE -> Cause.IN_USE;
          case CORRUPT -> Cause.DAMAGED;
          case UNUSABLE -> Cause.CONFIGURATION;
          case INPUT_OUTPUT -> Cause.INPUT_OUTPUT;
        };
    return new StartException(kind, String.valueOf(e.getMessage()), e);
  }

  /** What can be done. */
  public Cause kind() {
    return kind;
  }
}
