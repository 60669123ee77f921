package org.spamwatch.agent.live;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.spamwatch.agent.store.AtomicFile;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Endpoint;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.node.KnownHost;

/**
 * The peers that this one remembers over a restart, in a text file of its data directory:
 *
 * <pre>
 * spamwatch-hosts 1 REALM
 * ID HOST:PORT FIRST LAST
 * </pre>
 *
 * <p>A line for each peer, the best first: when it was first and last reached, in milliseconds
 * since the epoch. A file that is not exactly this, or is of another realm, is not used at all, and
 * is set aside before another is written. It is replaced as a whole (mode 0600), so that a crash
 * leaves the old one or the new one. Not thread-safe.
 */
final class HostFile {
  private static final Logger LOG = LoggerFactory.getLogger(HostFile.class);
  private static final String KIND = "spamwatch-hosts";
  private static final int FORMAT = 1;
  private static final int MAX_BYTES = 64 * 1024;
  private static final int MAX_HOSTS = 256;

  private final Path file;
  private final Id realm;
  private boolean isLeftAlone;

  HostFile(Path directory, Id realm) {
    this.file = directory.resolve("hosts");
    this.realm = realm;
  }

  /** What the file holds; nothing, with a warning, if it cannot be used. */
  List<KnownHost> read() {
    try {
      return parse(text());
    } catch (NoSuchFileException e) {
      return List.of();
    } catch (IOException e) {
      isLeftAlone = true;
      LOG.warn(
          "{}: cannot be read: {}; left alone, no peer is remembered", file, AtomicFile.reason(e));
    } catch (IllegalArgumentException e) {
      setAside(String.valueOf(e.getMessage()));
    }
    return List.of();
  }

  private void setAside(String reason) {
    try {
      LOG.warn("{}: {}; set aside as {}", file, reason, AtomicFile.setAside(file));
    } catch (IOException e) {
      isLeftAlone = true;
      LOG.warn("{}: {}; left alone, no peer is remembered", file, reason);
    }
  }

  private String text() throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      byte[] bytes = in.readNBytes(MAX_BYTES + 1);
      if (bytes.length > MAX_BYTES) {
        throw new IllegalArgumentException("longer than " + MAX_BYTES + " bytes");
      }
      return new String(bytes, StandardCharsets.ISO_8859_1);
    }
  }

  private List<KnownHost> parse(String text) {
    List<String> lines = text.lines().toList();
    String its = FormatLine.rest(KIND, FORMAT, lines.isEmpty() ? "" : lines.get(0));
    if (!its.equals(realm.toString())) {
      throw new IllegalArgumentException("of another realm than " + realm);
    }
    if (lines.size() > MAX_HOSTS + 1) {
      throw new IllegalArgumentException("more than " + MAX_HOSTS + " peers");
    }
    List<KnownHost> hosts = new ArrayList<>();
    for (int i = 1; i < lines.size(); i++) {
      try {
        hosts.add(host(lines.get(i)));
      } catch (IllegalArgumentException e) {
        throw new IllegalArgumentException(
            "line " + (i + 1) + " is not ID HOST:PORT FIRST LAST", e);
      }
    }
    return hosts;
  }

  private static KnownHost host(String line) {
    String[] fields = line.split(" ", -1);
    if (fields.length != 4 || !fields[0].matches("[0-9a-f]{40}")) {
      throw new IllegalArgumentException("four fields, the first an id");
    }
    Contact contact = new Contact(Id.ofHex(fields[0]), Endpoint.parse(fields[1]));
    return new KnownHost(contact, Long.parseLong(fields[2]), Long.parseLong(fields[3]));
  }

  /** Replaces the file, unless it is one that is left alone; if that fails, a warning says so. */
  void write(List<KnownHost> hosts) {
    if (isLeftAlone) {
      return;
    }
    StringBuilder text = new StringBuilder(FormatLine.of(KIND, FORMAT, realm + "\n"));
    for (KnownHost host : hosts) {
      text.append(host.contact().id())
          .append(' ')
          .append(host.contact().endpoint())
          .append(' ')
          .append(host.firstMillis())
          .append(' ')
          .append(host.lastMillis())
          .append('\n');
    }
    try {
      AtomicFile.write(file, text.toString().getBytes(StandardCharsets.ISO_8859_1));
    } catch (IOException e) {
      LOG.warn("{}: cannot be written: {}; peers are not remembered", file, AtomicFile.reason(e));
    }
  }
}
