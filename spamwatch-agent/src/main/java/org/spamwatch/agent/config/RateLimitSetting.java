package org.spamwatch.agent.config;

import static com.google.common.base.Preconditions.checkArgument;
import static org.spamwatch.agent.config.Allowed.integers;
import static org.spamwatch.agent.config.Allowed.one;
import static org.spamwatch.agent.config.Setting.fixed;
import static org.spamwatch.agent.config.Setting.reloaded;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.spamwatch.agent.ratelimit.MailAttribute;
import org.spamwatch.agent.ratelimit.RateLimit;
import org.spamwatch.agent.ratelimit.RateLimit.Action;
import org.spamwatch.agent.ratelimit.RateLimits;
import org.spamwatch.sketch.DistinctRate.Counting;

/** The settings of how many different things senders may do in a period. */
public final class RateLimitSetting {
  /** What is limited. */
  public static final Setting<List<RateLimit>> LIMITS =
      reloaded(
          "ratelimit.limits",
          Allowed.lists(
                  "a list of at most 16 such as 'recipients 100/1h unique=recipient key=user"
                      + " counts=successes over=defer'",
                  RateLimitSetting::readAll)
              .orElse(List.of()),
          "none",
          "how many different things (unique=) each user, sender or client (key=) may have in a"
              + " period: each a name, a number of 1 to 100000 and a period of 1 s to 30 d;"
              + " unique= and key= sender, recipient, client or user, for what mail servers ask by"
              + " their own protocols; counts= successes or attempts; over= defer, reject, hold or"
              + " flag");

  /** Room for what is counted. */
  public static final Setting<Integer> MAX_MEGABYTES =
      fixed(
          "ratelimit.max-megabytes",
          integers(1, 4096),
          "64",
          "what the counts of all limits together may take in memory, in MiB; 64 bytes a key");

  /** Where mail servers ask whether mail is over a limit. */
  public static final Setting<Optional<ListenAddress>> POLICY_LISTEN =
      fixed(
          "policy.listen",
          one("HOST:PORT of loopback, port 0 for a free one", ListenAddress::parse).optional(),
          "none",
          "where Postfix asks by its policy delegation protocol whether mail is over a limit of"
              + " ratelimit.limits");

  /** The Unix domain socket at which they ask. */
  public static final Setting<Optional<SocketFile>> POLICY_SOCKET =
      fixed(
          "policy.socket",
          SocketFile.ALLOWED.optional(),
          "none",
          "a Unix domain socket for the policy delegation protocol, also without policy.listen");

  private RateLimitSetting() {}

  /** Reads lines such as {@code recipients 100/1h unique=recipient key=user}, each name once. */
  private static List<RateLimit> readAll(List<String> lines) {
    List<RateLimit> all = new ArrayList<>();
    for (String line : ValueParser.atMost(RateLimits.MOST_LIMITS, lines)) {
      RateLimit read = read(line.strip().split(" +", -1));
      checkArgument(
          all.stream().noneMatch(each -> each.name().equals(read.name())),
          "%s is given twice",
          read.name());
      all.add(read);
    }
    return List.copyOf(all);
  }

  private static RateLimit read(String[] words) {
    checkArgument(words.length > 1, "a name and NUMBER/PERIOD are needed");
    String[] rate = words[1].split("/", -1);
    checkArgument(rate.length == 2, "not NUMBER/PERIOD");
    Optional<MailAttribute> unique = Optional.empty();
    Optional<MailAttribute> key = Optional.empty();
    Counting counting = Counting.SUCCESSES;
    Action action = Action.DEFER;
    for (int i = 2; i < words.length; i++) {
      int equals = words[i].indexOf('=');
      String value = words[i].substring(equals + 1);
      switch (equals < 0 ? "" : words[i].substring(0, equals)) {
        case "unique" -> unique = Optional.of(ValueParser.choice(value, MailAttribute.values()));
        case "key" -> key = Optional.of(ValueParser.choice(value, MailAttribute.values()));
        case "counts" -> counting = ValueParser.choice(value, Counting.values());
        case "over" -> action = ValueParser.choice(value, Action.values());
        default -> throw new IllegalArgumentException("not unique=, key=, counts= or over=");
      }
    }
    checkArgument(unique.isPresent() == key.isPresent(), "unique= and key= belong together");
    Optional<MailAttribute> of = key;
    return new RateLimit(
        words[0],
        ValueParser.integer(rate[0], 1, RateLimit.MOST),
        ValueParser.duration(rate[1]),
        unique.flatMap(what -> of.map(whose -> new RateLimit.Counted(what, whose))),
        counting,
        action);
  }
}
