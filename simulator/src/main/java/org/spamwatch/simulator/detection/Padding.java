package org.spamwatch.simulator.detection;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.random.RandomGenerator;
import org.spamwatch.ata.AddressedMail;
import org.spamwatch.ata.fingerprint.Probes;

/** Text that a spammer adds to a mail so that it is not recognised by what it says. */
public enum Padding {
  /** Random words of five times the text's length, behind it. */
  TIMES_5("5x random words") {
    @Override
    String pad(String text, Mails mails, RandomGenerator random) {
      return text + "\n" + Words.paragraph(5 * text.length(), random) + "\n";
    }
  },
  /** Random words of ten times the text's length. */
  TIMES_10("10x random words") {
    @Override
    String pad(String text, Mails mails, RandomGenerator random) {
      return text + "\n" + Words.paragraph(10 * text.length(), random) + "\n";
    }
  },
  /**
   * Preferred segments (SW section 5.2): of two thousand lines of random words those in which the
   * highest fingerprints are, so that few lines push as much out of the vector as many would.
   */
  PREFERRED("preferred segments") {
    @Override
    String pad(String text, Mails mails, RandomGenerator random) {
      return text + "\n" + String.join("\n", preferred(mails, random)) + "\n";
    }
  };

  private static final int CANDIDATES = 2_000;
  private static final int TAKEN = 32;
  private static final int LINE = 160;

  private final String label;

  Padding(String label) {
    this.label = label;
  }

  /** The padding in words. */
  public String label() {
    return label;
  }

  abstract String pad(String text, Mails mails, RandomGenerator random);

  private record Line(String text, long highest) {}

  /** For each active scheme the lines that it prefers. */
  private static List<String> preferred(Mails mails, RandomGenerator random) {
    List<String> candidates = new ArrayList<>();
    for (int i = 0; i < CANDIDATES; i++) {
      candidates.add(Words.paragraph(LINE, random).strip());
    }
    List<List<Line>> byScheme = new ArrayList<>();
    for (String candidate : candidates) {
      AddressedMail mail = mails.address(CopiedMail.plain(candidate, random));
      for (int scheme = 0; scheme < mail.probes().size(); scheme++) {
        if (byScheme.size() <= scheme) {
          byScheme.add(new ArrayList<>());
        }
        byScheme.get(scheme).add(new Line(candidate, highest(mail.probes().get(scheme))));
      }
    }
    List<String> lines = new ArrayList<>();
    for (List<Line> scheme : byScheme) {
      scheme.sort(Comparator.comparing(Line::highest, Long::compareUnsigned).reversed());
      scheme.stream().limit(TAKEN).forEach(line -> lines.add(line.text()));
    }
    return lines;
  }

  private static long highest(Probes probes) {
    long highest = 0;
    for (int i = 0; i < probes.size(); i++) {
      long selector = probes.selector(i);
      highest = Long.compareUnsigned(selector, highest) > 0 ? selector : highest;
    }
    return highest;
  }
}
