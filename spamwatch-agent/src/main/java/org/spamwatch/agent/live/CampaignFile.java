package org.spamwatch.agent.live;

import java.io.IOException;
import java.io.InputStream;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.spamwatch.agent.campaign.CampaignRule;
import org.spamwatch.agent.campaign.CampaignRule.Action;
import org.spamwatch.agent.campaign.CampaignRules;
import org.spamwatch.agent.store.AtomicFile;
import org.spamwatch.ata.fingerprint.CompactVector;
import org.spamwatch.ata.fingerprint.Scheme;
import org.spamwatch.overlay.Id;

/**
 * The postmaster's rules on campaigns, in a text file of the data directory:
 *
 * <pre>
 * spamwatch-campaigns 1
 * allow GUID SINCE NOTE
 * vector SCHEME WHOLE IDENTITY...
 * </pre>
 *
 * A line for each rule (allow or block, 40 hexadecimal digits, milliseconds since the epoch, the
 * note URL-encoded), behind it a line for each of its vectors (the scheme's label, 0 or 1 for a
 * whole text, identities of 16 hexadecimal digits). It is replaced as a whole. A file that is not
 * exactly this is refused and left alone: without a rule that allows, mail would be lost.
 */
final class CampaignFile {
  private static final String KIND = "spamwatch-campaigns";
  private static final int FORMAT = 1;
  private static final int MAX_BYTES = 16 << 20;
  private static final String WHAT_TO_DO =
      "; restore it from a backup, or move it away to start without its rules";

  private final Path file;

  CampaignFile(Path directory) {
    this.file = directory.resolve("campaigns");
  }

  /**
   * The rules in the file; none if there is no file.
   *
   * @throws IOException if it cannot be read, or is not what was written; the message is one line
   */
  List<CampaignRule> read() throws IOException {
    String text;
    try (InputStream in = Files.newInputStream(file)) {
      text = new String(in.readNBytes(MAX_BYTES + 1), StandardCharsets.US_ASCII);
    } catch (NoSuchFileException e) {
      return List.of();
    } catch (IOException e) {
      throw new IOException(file + ": cannot be read: " + AtomicFile.reason(e), e);
    }
    if (text.length() > MAX_BYTES) {
      throw new IOException(file + ": longer than " + MAX_BYTES + " bytes; move it away");
    }
    return parsed(text.lines().toList());
  }

  private List<CampaignRule> parsed(List<String> lines) throws IOException {
    try {
      if (!FormatLine.rest(KIND, FORMAT, lines.isEmpty() ? "" : lines.get(0)).isEmpty()) {
        throw damaged(1, null);
      }
    } catch (IllegalArgumentException e) {
      throw new IOException(file + ": " + e.getMessage() + WHAT_TO_DO, e);
    }
    List<CampaignRule> rules = new ArrayList<>();
    for (int i = 1; i < lines.size(); i++) {
      String[] words = lines.get(i).split(" ", -1);
      try {
        if (words[0].equals("vector") && !rules.isEmpty()) {
          CampaignRule last = rules.remove(rules.size() - 1);
          List<CompactVector> vectors = new ArrayList<>(last.vectors());
          vectors.add(vector(words));
          rules.add(
              new CampaignRule(
                  last.guid(), last.action(), last.sinceMillis(), last.note(), vectors));
        } else {
          rules.add(rule(words));
        }
      } catch (IllegalArgumentException e) {
        throw damaged(i + 1, e);
      }
    }
    if (rules.size() > CampaignRules.MAX_RULES) {
      throw new IOException(file + ": more than " + CampaignRules.MAX_RULES + " rules");
    }
    return rules;
  }

  private IOException damaged(
      int line, @org.jspecify.annotations.Nullable IllegalArgumentException cause) {
    String text = file + ": damaged in line " + line + WHAT_TO_DO;
    return cause == null ? new IOException(text) : new IOException(text, cause);
  }

  private static CampaignRule rule(String[] words) {
    if (words.length != 4 || !words[1].matches("[0-9a-f]{40}")) {
      throw new IllegalArgumentException("a rule has four words");
    }
    return new CampaignRule(
        Id.ofHex(words[1]),
        Action.valueOf(words[0].toUpperCase(Locale.ROOT)),
        Long.parseLong(words[2]),
        URLDecoder.decode(words[3], StandardCharsets.UTF_8),
        List.of());
  }

  private static CompactVector vector(String[] words) {
    if (words.length < 4 || !words[2].matches("[01]")) {
      throw new IllegalArgumentException("a vector has a scheme, 0 or 1, and identities");
    }
    List<Long> identities = new ArrayList<>();
    for (int i = 3; i < words.length; i++) {
      if (!words[i].matches("[0-9a-f]{16}")) {
        throw new IllegalArgumentException("an identity has 16 digits");
      }
      identities.add(Long.parseUnsignedLong(words[i], 16));
    }
    return new CompactVector(scheme(words[1]), words[2].equals("1"), identities);
  }

  private static Scheme scheme(String label) {
    // A rule of a mail that a newer peer published names its scheme by the number.
    return Scheme.ofLabel(label).orElseGet(() -> Scheme.of(Integer.parseInt(label)));
  }

  /** Replaces the file. */
  void write(List<CampaignRule> rules) throws IOException {
    StringBuilder text = new StringBuilder(FormatLine.of(KIND, FORMAT, "")).append('\n');
    for (CampaignRule rule : rules) {
      text.append(rule.action().label()).append(' ').append(rule.guid());
      text.append(' ').append(rule.sinceMillis()).append(' ');
      text.append(URLEncoder.encode(rule.note(), StandardCharsets.UTF_8)).append('\n');
      for (CompactVector vector : rule.vectors()) {
        text.append("vector ").append(vector.scheme().label());
        text.append(vector.wholeText() ? " 1" : " 0");
        for (Long identity : vector.identities()) {
          text.append(String.format(Locale.ROOT, " %016x", identity));
        }
        text.append('\n');
      }
    }
    AtomicFile.write(file, text.toString().getBytes(StandardCharsets.US_ASCII));
  }
}
