package org.spamwatch.agent.access;

import static com.google.common.base.Preconditions.checkArgument;

import java.time.Instant;
import java.util.Optional;
import org.spamwatch.agent.config.Printable;

/**
 * A person whom the operator has registered.
 *
 * @param name 1 to 256 characters that all can be seen, but for spaces; an account of this host by
 *     the same name is the same person
 * @param tokenHash SHA-256 of the token, 64 hexadecimal digits; none of a user without a token
 * @param since when he was registered, to the millisecond
 */
public record User(String name, Optional<String> tokenHash, Instant since) {
  /** Most characters of a name. */
  public static final int MAX_NAME = 256;

  /** Checks the name. */
  public User {
    checkArgument(
        isName(name), "a user's name has 1 to %s characters, none that cannot be seen", MAX_NAME);
    checkArgument(
        tokenHash.isEmpty() || tokenHash.get().matches("[0-9a-f]{64}"),
        "a token's hash has 64 hexadecimal digits");
  }

  /** Whether a user can be called that. */
  public static boolean isName(String text) {
    return !text.isBlank()
        && text.length() <= MAX_NAME
        && text.strip().equals(text)
        && Printable.line(text).equals(text);
  }
}
