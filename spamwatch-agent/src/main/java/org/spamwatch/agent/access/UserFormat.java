package org.spamwatch.agent.access;

import static com.google.common.base.Preconditions.checkArgument;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.spamwatch.agent.file.TextFormat;

/**
 * The users of a peer:
 *
 * <pre>
 * spamwatch-users 1
 * NAME HASH SINCE
 * </pre>
 *
 * <p>A line for each: the name, URL-encoded; SHA-256 of the token in 64 hexadecimal digits, or a
 * hyphen for none; milliseconds since the epoch.
 */
final class UserFormat {
  /** Most users. */
  static final int MAX_USERS = 10_000;

  static final TextFormat<Map<String, User>> USERS =
      new TextFormat<>(
          "spamwatch-users", 1, Optional.empty(), 32 << 20, UserFormat::parse, UserFormat::print);

  private static final String NONE = "-";

  private UserFormat() {}

  private static Map<String, User> parse(Iterator<String> lines) {
    Map<String, User> users = new LinkedHashMap<>();
    while (lines.hasNext()) {
      User user = user(lines.next().split(" ", -1));
      checkArgument(users.put(user.name(), user) == null, "a user twice");
      checkArgument(users.size() <= MAX_USERS, "more than %s users", MAX_USERS);
    }
    return users;
  }

  private static User user(String[] words) {
    checkArgument(words.length == 3, "a user has three words");
    return new User(
        URLDecoder.decode(words[0], StandardCharsets.UTF_8),
        Optional.of(words[1]).filter(hash -> !hash.equals(NONE)),
        Instant.ofEpochMilli(Long.parseLong(words[2])));
  }

  private static String print(Map<String, User> users) {
    StringBuilder text = new StringBuilder();
    for (User user : users.values()) {
      text.append(URLEncoder.encode(user.name(), StandardCharsets.UTF_8)).append(' ');
      text.append(user.tokenHash().orElse(NONE)).append(' ');
      text.append(user.since().toEpochMilli()).append('\n');
    }
    return text.toString();
  }
}
