package org.spamwatch.agent.config;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.spamwatch.ata.fingerprint.Scheme;
import org.spamwatch.ata.fingerprint.Schemes;

/**
 * Under which schemes a peer asks about mails that it fingerprints itself (SpamWatch paper, section
 * 5.2). Votes are published under all active ones whatever is chosen, so a choice loses no data.
 *
 * @param schemes those to choose from, in the order in which they are tried
 * @param random how many of them this peer's secret chooses; all of them if it is as many
 */
public record SchemeChoice(List<Scheme> schemes, int random) {
  /** Choices as an operator writes them. */
  static final Allowed<SchemeChoice> ALLOWED =
      Allowed.lists("all, random:1 or random:2, or a list of char50, word", SchemeChoice::read);

  private static final List<Scheme> ACTIVE = Scheme.ACTIVE_BY_DEFAULT;
  private static final Pattern RANDOM = Pattern.compile("random:([1-9])");

  /** Copies the list. */
  public SchemeChoice {
    schemes = List.copyOf(schemes);
  }

  private static SchemeChoice read(List<String> texts) {
    if (texts.equals(List.of("all"))) {
      return new SchemeChoice(ACTIVE, ACTIVE.size());
    }
    Matcher random = RANDOM.matcher(texts.size() == 1 ? texts.get(0) : "");
    if (random.matches()) {
      return new SchemeChoice(ACTIVE, ValueParser.integer(random.group(1), 1, ACTIVE.size()));
    }
    List<Scheme> listed =
        ValueParser.atMost(ACTIVE.size(), texts).stream()
            .map(
                text ->
                    Scheme.ofLabel(text).filter(ACTIVE::contains).orElseThrow(SchemeChoice::none))
            .distinct()
            .toList();
    if (listed.isEmpty()) {
      throw none();
    }
    return new SchemeChoice(listed, listed.size());
  }

  private static IllegalArgumentException none() {
    return new IllegalArgumentException("not one or more of the active schemes");
  }

  /**
   * The schemes that a peer asks under: the same at every call for the same secret.
   *
   * @param secret what tells the peer apart and senders do not know
   */
  public List<Scheme> chosen(byte[] secret) {
    return Schemes.chosenBy(secret, schemes, random);
  }
}
