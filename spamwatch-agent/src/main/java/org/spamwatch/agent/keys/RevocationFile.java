package org.spamwatch.agent.keys;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.spamwatch.agent.file.AtomicFile;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.identity.RevocationList;
import org.spamwatch.overlay.identity.VerifyingKey;

/**
 * A revocation list as an authority hands it to operators, and as a peer keeps the newest one: a
 * text file. It is no secret.
 *
 * <pre>
 * spamwatch-revocations-v1 AUTHORITY SEQUENCE TIME SIGNATURE
 * node ID
 * voter ID
 * </pre>
 *
 * AUTHORITY is a public key (64 hexadecimal digits), SEQUENCE the list's number, TIME when it was
 * made (ISO 8601, whole seconds, UTC), SIGNATURE the authority's (128 digits); then a line for each
 * node, and for each voter, with 40 digits, ascending.
 *
 * @param authority who made it
 */
public record RevocationFile(VerifyingKey authority, RevocationList list) {
  private static final String TAG = "spamwatch-revocations-v1";
  private static final int MAX_BYTES = 64 * 1024;
  private static final int HEAD_WORDS = 5;

  /**
   * Reads a file, if there is one, and checks its signature.
   *
   * @throws KeyException if it is unreadable, something else, or not signed by whom it names
   */
  public static Optional<RevocationFile> read(Path file) throws KeyException {
    try (InputStream in = Files.newInputStream(file)) {
      byte[] bytes = in.readNBytes(MAX_BYTES + 1);
      if (bytes.length > MAX_BYTES) {
        throw new KeyException(file + ": longer than " + MAX_BYTES + " bytes");
      }
      return Optional.of(parsed(file, new String(bytes, StandardCharsets.ISO_8859_1)));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } catch (IOException e) {
      throw new KeyException(file + ": cannot be read: " + AtomicFile.reason(e), e);
    }
  }

  private static RevocationFile parsed(Path file, String text) throws KeyException {
    List<String> lines = text.lines().toList();
    String[] head = lines.isEmpty() ? new String[0] : lines.get(0).split(" ", -1);
    if (head.length != HEAD_WORDS || !head[0].equals(TAG)) {
      throw new KeyException(file + ": no revocation list: line 1 '" + TAG + " ...' is needed");
    }
    List<Id> nodes = new ArrayList<>();
    List<Id> voters = new ArrayList<>();
    for (int i = 1; i < lines.size(); i++) {
      String[] words = lines.get(i).split(" ", -1);
      boolean node = words[0].equals("node");
      if (words.length != 2 || !(node || words[0].equals("voter"))) {
        throw new KeyException(file + ": line " + (i + 1) + " is not 'node ID' or 'voter ID'");
      }
      (node ? nodes : voters).add(id(file, i + 1, words[1]));
    }
    RevocationFile read;
    try {
      RevocationList list =
          new RevocationList(
              Long.parseLong(head[2]),
              Instant.parse(head[3]).toEpochMilli(),
              nodes,
              voters,
              HexFormat.of().parseHex(head[4]));
      read = new RevocationFile(VerifyingKey.ofHex(head[1]), list);
    } catch (DateTimeException | IllegalArgumentException | ArithmeticException e) {
      throw new KeyException(file + ": no revocation list: " + e.getMessage(), e);
    }
    if (!read.list.isGenuine(read.authority)) {
      throw new KeyException(
          file + ": the authority's signature does not hold; the file is damaged or was changed");
    }
    return read;
  }

  private static Id id(Path file, int line, String digits) throws KeyException {
    if (!digits.matches("[0-9a-f]{40}")) {
      throw new KeyException(
          file + ": line " + line + ": an id of 40 hexadecimal digits is needed");
    }
    return Id.ofHex(digits);
  }

  /** Replaces a file, so that a crash leaves the old one or this one. */
  public void write(Path file) throws KeyException {
    try {
      AtomicFile.write(file, text().getBytes(StandardCharsets.US_ASCII));
    } catch (IOException e) {
      throw new KeyException(file + ": cannot be written: " + AtomicFile.reason(e), e);
    }
  }

  /** When it was made. */
  public Instant issued() {
    return Instant.ofEpochMilli(list.issuedMillis());
  }

  /** A moment as a list names it. */
  public static long wholeSeconds(Instant now) {
    return now.truncatedTo(ChronoUnit.SECONDS).toEpochMilli();
  }

  private String text() {
    StringBuilder text = new StringBuilder();
    text.append(
        String.join(
            " ",
            TAG,
            authority.toString(),
            Long.toString(list.sequence()),
            issued().toString(),
            HexFormat.of().formatHex(list.signature())));
    text.append('\n');
    list.nodes().forEach(node -> text.append("node ").append(node).append('\n'));
    list.voters().forEach(voter -> text.append("voter ").append(voter).append('\n'));
    return text.toString();
  }
}
