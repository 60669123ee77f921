package org.spamwatch.agent.imap;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.EnumSet;
import java.util.Set;

/** A file that nobody but its owner may read or write. */
final class PrivateMode {
  private static final Set<PosixFilePermission> OWNERS =
      EnumSet.of(
          PosixFilePermission.OWNER_READ,
          PosixFilePermission.OWNER_WRITE,
          PosixFilePermission.OWNER_EXECUTE);

  private PrivateMode() {}

  /**
   * Checks a file's mode.
   *
   * @throws IOException if it is open to others; the message says what to do
   */
  static void check(Path file) throws IOException {
    if (!OWNERS.containsAll(Files.getPosixFilePermissions(file))) {
      throw new IOException("others may read it; run: chmod 600 " + file);
    }
  }
}
