package org.spamwatch.statistics;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalDouble;

/**
 * Why a filter judges a mail as it does: is told its tokens, and keeps those whose spamminess
 * deviates most from the middle. The filter knows hashes alone: words are those of the mail, and
 * only for whom the mail is shown. Of one mail and one thread.
 */
public final class Clues implements TokenVisitor {
  /** The most clues. */
  public static final int MOST = 1_000;

  private static final Comparator<Clue> STRONGEST =
      Comparator.comparingDouble(Clues::deviation).reversed().thenComparing(Clue::token);

  private final StatisticalFilter filter;
  private final TokenHash hash;
  private final int most;
  private final Pruning distinct = Pruning.exact();
  private final List<Clue> kept = new ArrayList<>();

  /**
   * For a mail.
   *
   * @param hash by which the filter's tokens are hashed
   * @param most clues, 1 to {@value #MOST}
   */
  public Clues(StatisticalFilter filter, TokenHash hash, int most) {
    if (most < 1 || most > MOST) {
      throw new IllegalArgumentException("there are 1 to " + MOST + " clues, not " + most);
    }
    this.filter = filter;
    this.hash = hash;
    this.most = most;
  }

  @Override
  public void token(byte[] bytes, int from, int to) {
    long token = hash.hash(bytes, from, to);
    OptionalDouble spamminess = filter.spamminess(token);
    if (spamminess.isPresent() && distinct.isNew(token)) {
      kept.add(
          new Clue(
              new String(bytes, from, to - from, StandardCharsets.UTF_8),
              spamminess.getAsDouble()));
      if (kept.size() > 2 * most) {
        keepStrongest();
      }
    }
  }

  private void keepStrongest() {
    kept.sort(STRONGEST);
    kept.subList(Math.min(most, kept.size()), kept.size()).clear();
  }

  /** The tokens that mattered most, the strongest first. */
  public List<Clue> strongest() {
    keepStrongest();
    return List.copyOf(kept);
  }

  private static double deviation(Clue clue) {
    return Math.abs(clue.spamminess() - .5);
  }

  /**
   * A token of a mail that mattered.
   *
   * @param token as the tokeniser has it, of the mail itself
   * @param spamminess that the filter says of it, above 0 and below 1
   */
  public record Clue(String token, double spamminess) {}
}
