package org.spamwatch.agent.file;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.Set;

/** Makes what no other account of the host may open: files of mode 0600, directories of 0700. */
public final class OwnerOnly {
  static final FileAttribute<?> FILE =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
  private static final FileAttribute<?> DIRECTORY =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

  private static final Set<PosixFilePermission> OWNERS =
      EnumSet.of(
          PosixFilePermission.OWNER_READ,
          PosixFilePermission.OWNER_WRITE,
          PosixFilePermission.OWNER_EXECUTE);

  private OwnerOnly() {}

  /**
   * Checks the mode of a file that somebody else may have made, or copied.
   *
   * @throws IOException if it is open to others; the message says what to do
   */
  public static void check(Path file) throws IOException {
    if (!OWNERS.containsAll(Files.getPosixFilePermissions(file))) {
      throw new IOException("others may read it; run: chmod 600 " + file);
    }
  }

  /** Opens a file; one that there was keeps its mode. */
  public static FileChannel open(Path file, OpenOption... options) throws IOException {
    return FileChannel.open(file, Set.of(options), FILE);
  }

  /** Makes a directory and its missing parents; those that there were keep their modes. */
  public static void directories(Path directory) throws IOException {
    Files.createDirectories(directory, DIRECTORY);
  }
}
