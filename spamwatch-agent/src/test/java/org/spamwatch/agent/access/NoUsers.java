package org.spamwatch.agent.access;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;

/** A peer whose operator has registered nobody. */
public final class NoUsers {
  /** Nobody. */
  public static final Users USERS = none();

  private NoUsers() {}

  private static Users none() {
    try {
      return Users.in(Path.of("no such directory"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
