package org.spamwatch.agent.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.spamwatch.agent.api.CheckRange;
import org.spamwatch.agent.check.Privacy;
import org.spamwatch.agent.trust.Rule;

/**
 * What one user prefers to the peer's settings; empty parts are the peer's.
 *
 * @param user the name that requests give
 * @param thres THRES
 */
public record Preference(
    String user,
    Optional<Rule> rule,
    Optional<Privacy> privacy,
    Optional<Integer> votes,
    Optional<Integer> thres) {
  /** Preferences as an operator writes them. */
  static final Allowed<List<Preference>> ALLOWED =
      Allowed.lists(
              "a list of at most 1000 such as 'ada rule=own privacy=local votes=2 thres=4'",
              Preference::readAll)
          .orElse(List.of());

  private static final int MOST = 1_000;

  /** Reads lines such as {@code ada rule=own privacy=local votes=2}, each user once. */
  private static List<Preference> readAll(List<String> lines) {
    List<Preference> all = new ArrayList<>();
    for (String line : ValueParser.atMost(MOST, lines)) {
      Preference read = read(line);
      if (all.stream().anyMatch(each -> each.user.equals(read.user))) {
        throw new IllegalArgumentException(read.user + " is given twice");
      }
      all.add(read);
    }
    return List.copyOf(all);
  }

  private static Preference read(String line) {
    String[] words = line.strip().split(" +", -1);
    Optional<Rule> rule = Optional.empty();
    Optional<Privacy> privacy = Optional.empty();
    Optional<Integer> votes = Optional.empty();
    Optional<Integer> thres = Optional.empty();
    for (int i = 1; i < words.length; i++) {
      int equals = words[i].indexOf('=');
      String value = words[i].substring(equals + 1);
      switch (equals < 0 ? "" : words[i].substring(0, equals)) {
        case "rule" -> rule = Optional.of(ValueParser.choice(value, Rule.values()));
        case "privacy" -> privacy = Optional.of(ValueParser.choice(value, Privacy.values()));
        case "votes" ->
            votes =
                Optional.of(
                    ValueParser.integer(value, CheckRange.LEAST_VOTES, CheckRange.MOST_VOTES));
        case "thres" ->
            thres =
                Optional.of(
                    ValueParser.integer(value, CheckRange.LEAST_THRES, CheckRange.MOST_THRES));
        default -> throw new IllegalArgumentException("not rule=, privacy=, votes= or thres=");
      }
    }
    return new Preference(ValueParser.visible(words[0], 256), rule, privacy, votes, thres);
  }
}
