package org.spamwatch.simulator.statistics;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.spamwatch.simulator.corpus.CorpusException;
import org.spamwatch.simulator.detection.Mails;
import org.spamwatch.statistics.FilterParameters;
import org.spamwatch.statistics.FilterTrainer;
import org.spamwatch.statistics.Judge;
import org.spamwatch.statistics.StatisticalFilter;
import org.spamwatch.statistics.StatisticalFilter.Classification;
import org.spamwatch.statistics.TokenHash;
import org.spamwatch.statistics.mail.MailTokens;
import org.spamwatch.statistics.mail.TokenLimits;

/**
 * What words behind a spam do to its score (Wittel and Wu, <em>On Attacking Statistical Spam
 * Filters</em>; Lowd and Meek, <em>Good Word Attacks</em>): random ones, those that are most
 * frequent in ham, as anybody may guess, and those that the filter itself takes for the surest
 * signs of ham, which only who has the filter and its key knows. Votes are not asked here: {@code
 * padded} and {@code attacks good-words} do.
 */
public final class GoodWordsExperiment {
  private static final int[] COUNTS = {0, 10, 50, 200, 1_000};
  private static final int BYTES_OF_TAGGED = ':';

  private final Learnt learnt;
  private final long seed;
  private final StatisticalFilter filter;

  /** Which words. */
  public enum Kind {
    RANDOM,
    FREQUENT_IN_HAM,
    SUREST_SIGNS_OF_HAM
  }

  /**
   * What became of spam.
   *
   * @param words behind each mail
   * @param spam mails
   * @param called spam still
   * @param unsure of them
   * @param ham what the filter takes for ham
   */
  public record Row(String data, Kind kind, int words, int spam, int called, int unsure, int ham) {}

  /** An experiment on one corpus. */
  public GoodWordsExperiment(Learnt learnt, long seed) {
    this.learnt = learnt;
    this.seed = seed;
    filter =
        new FilterTrainer(FilterParameters.DEFAULT)
            .train(
                learnt.counts(),
                learnt.trained().stream().map(HashedMail::marked).toList(),
                0,
                seed)
            .filter();
  }

  /** Runs it over the spam that is asked about. */
  public List<Row> run() throws CorpusException {
    List<String> frequent = words();
    TokenHash hash = HashFunction.KEYED.with(seed);
    List<String> surest = new ArrayList<>(frequent);
    surest.sort(
        Comparator.comparingDouble(word -> filter.spamminess(hashed(hash, word)).orElse(1)));
    List<Row> rows = new ArrayList<>();
    for (Kind kind : Kind.values()) {
      for (int count : COUNTS) {
        SplittableRandom random = new SplittableRandom(seed);
        long[] padding = new long[count];
        for (int i = 0; i < count; i++) {
          padding[i] =
              switch (kind) {
                case RANDOM -> random.nextLong();
                case FREQUENT_IN_HAM -> hashed(hash, frequent.get(i % frequent.size()));
                case SUREST_SIGNS_OF_HAM -> hashed(hash, surest.get(i % surest.size()));
              };
        }
        rows.add(row(kind, padding));
      }
    }
    return rows;
  }

  private static long hashed(TokenHash hash, String word) {
    byte[] bytes = word.getBytes(StandardCharsets.UTF_8);
    return hash.hash(bytes, 0, bytes.length);
  }

  private Row row(Kind kind, long[] padding) {
    Judge judge = Judge.of(filter);
    Map<Classification, Integer> said = new EnumMap<>(Classification.class);
    int spam = 0;
    for (HashedMail mail : learnt.asked()) {
      if (mail.isSpam()) {
        long[] tokens = Arrays.copyOf(mail.tokens(), mail.tokens().length + padding.length);
        System.arraycopy(padding, 0, tokens, mail.tokens().length, padding.length);
        spam++;
        Classification of = filter.thresholds().of(Indicators.indicator(judge, mail.with(tokens)));
        said.merge(of, 1, Integer::sum);
      }
    }
    return new Row(
        learnt.name(),
        kind,
        padding.length,
        spam,
        said.getOrDefault(Classification.SPAM, 0),
        said.getOrDefault(Classification.UNSURE, 0),
        said.getOrDefault(Classification.HAM, 0));
  }

  /** Words of the texts of learnt ham, the most frequent first. */
  private List<String> words() throws CorpusException {
    Map<String, Integer> counts = new TreeMap<>();
    MailTokens reader = new MailTokens(TokenLimits.DEFAULT);
    for (HashedMail mail : learnt.trained()) {
      if (!mail.isSpam()) {
        byte[] bytes = Mails.read(mail.mail().path());
        reader.read(
            bytes,
            0,
            bytes.length,
            (token, from, to) -> {
              String word = new String(token, from, to - from, StandardCharsets.UTF_8);
              if (word.indexOf(BYTES_OF_TAGGED) < 0) {
                counts.merge(word, 1, Integer::sum);
              }
            });
      }
    }
    List<String> words = new ArrayList<>(counts.keySet());
    words.sort(
        Comparator.comparing((String word) -> counts.getOrDefault(word, 0))
            .reversed()
            .thenComparing(word -> word));
    return words;
  }
}
