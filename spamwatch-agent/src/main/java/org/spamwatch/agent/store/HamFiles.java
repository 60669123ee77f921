package org.spamwatch.agent.store;

import static com.google.common.base.Preconditions.checkArgument;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.spamwatch.agent.file.AtomicFile;
import org.spamwatch.agent.file.OwnerOnly;
import org.spamwatch.agent.ham.HamChanges;
import org.spamwatch.agent.ham.HamPart;

/**
 * The own-ham filter on disk: the directory {@code ham} with a file {@code SOURCE-START-N.ham} for
 * each part, START being the millisecond in which its generation began. A file is replaced as a
 * whole (mode 0600), so that a crash leaves the old one or the new one. One that is damaged, or of
 * a newer version, is set aside ({@code .unread-N}), and the peer goes on without it: own ham
 * spares mail, and mail must not wait for it. Not thread-safe.
 */
public final class HamFiles {
  private static final Logger LOG = LoggerFactory.getLogger(HamFiles.class);
  private static final int MAX_FILES = 16_384;
  private static final String SUFFIX = ".ham";

  private final Path directory;

  /** The files in a peer's data directory; nothing is made before something is to be kept. */
  public HamFiles(Path dataDirectory) {
    directory = dataDirectory.resolve("ham");
  }

  /** Every part that can be read; what cannot is told in a line each. */
  public List<HamPart> read() {
    List<HamPart> parts = new ArrayList<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, "*" + SUFFIX)) {
      for (Path file : files) {
        if (parts.size() >= MAX_FILES) {
          LOG.warn("{}: more than {} files; the others are not read", directory, MAX_FILES);
          break;
        }
        read(file, parts);
      }
    } catch (NoSuchFileException e) {
      return List.of();
    } catch (IOException | java.nio.file.DirectoryIteratorException e) {
      LOG.warn("{}: cannot be read: {}; the peer goes on without", directory, AtomicFile.reason(e));
    }
    return parts;
  }

  private static void read(Path file, List<HamPart> parts) {
    try (InputStream in = Files.newInputStream(file)) {
      HamPart part = HamPart.read(in.readNBytes(HamPart.MAX_BYTES + 1));
      checkArgument(file.endsWith(fileName(part.name())), "its name is not that of its content");
      parts.add(part);
    } catch (IllegalArgumentException e) {
      setAside(file, String.valueOf(e.getMessage()));
    } catch (IOException e) {
      LOG.warn("{}: cannot be read: {}; own ham is incomplete", file, AtomicFile.reason(e));
    }
  }

  private static void setAside(Path file, String reason) {
    try {
      Path aside = AtomicFile.setAside(file);
      LOG.warn("{}: {}; set aside as {}; own ham is incomplete", file, reason, aside);
    } catch (IOException e) {
      LOG.warn("{}: {}; own ham is incomplete", file, reason);
    }
  }

  private static String fileName(HamPart.Name name) {
    return String.format(
        Locale.ROOT,
        "%s-%d-%d%s",
        name.source().label(),
        name.startMillis(),
        name.number(),
        SUFFIX);
  }

  /**
   * Carries changes out, each file for itself.
   *
   * @throws IOException if any could not be; the others may have been
   */
  public void write(HamChanges changes) throws IOException {
    if (changes.isEmpty()) {
      return;
    }
    OwnerOnly.directories(directory);
    for (HamPart.Name name : changes.dropped()) {
      Files.deleteIfExists(directory.resolve(fileName(name)));
    }
    for (HamChanges.Kept kept : changes.kept()) {
      AtomicFile.write(directory.resolve(fileName(kept.name())), kept.bytes());
    }
    AtomicFile.forceDirectory(directory);
  }
}
