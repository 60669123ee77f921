package org.spamwatch.agent.api;

import java.util.Base64;
import java.util.Optional;
import org.spamwatch.agent.config.StatisticsMode;
import org.spamwatch.agent.statistics.AppliedFilter;
import org.spamwatch.agent.statistics.SiteKey;
import org.spamwatch.agent.statistics.Statistics.FilterFile;
import org.spamwatch.statistics.FilterParameters;
import org.spamwatch.statistics.StatisticalFilter;

/**
 * A statistical filter, for a program that applies it itself.
 *
 * @param mode advise or on: what is made of it
 * @param key under which tokens are hashed, 32 hexadecimal digits
 * @param filter the filter's file in base64, if enough was taught
 */
public record FilterAnswer(StatisticsMode mode, String key, Optional<String> filter) {
  /** The answer to the client. */
  public static FilterAnswer of(StatisticsMode mode, SiteKey key, Optional<FilterFile> file) {
    return new FilterAnswer(
        mode, key.toString(), file.map(f -> Base64.getEncoder().encodeToString(f.bytes())));
  }

  /** The key under which tokens are hashed, if it is one. */
  public Optional<SiteKey> siteKey() {
    return SiteKey.ofHex(key);
  }

  /**
   * The filter, if there is one.
   *
   * @throws BadJsonException if it is damaged, or of another version
   */
  public Optional<AppliedFilter> applied() throws BadJsonException {
    if (filter.isEmpty() || siteKey().isEmpty()) {
      return Optional.empty();
    }
    try {
      byte[] bytes = Base64.getDecoder().decode(filter.get());
      StatisticalFilter read = StatisticalFilter.read(bytes, FilterParameters.MOST_BYTES);
      return Optional.of(new AppliedFilter(read, siteKey().get()));
    } catch (IllegalArgumentException e) {
      throw new BadJsonException(String.valueOf(e.getMessage()));
    }
  }
}
