package org.spamwatch.agent.keys;

import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HexFormat;
import java.util.Optional;
import org.spamwatch.overlay.identity.Membership;
import org.spamwatch.overlay.identity.Realm;
import org.spamwatch.overlay.identity.RealmSignatures;
import org.spamwatch.overlay.identity.SigningKey;
import org.spamwatch.overlay.identity.VerifyingKey;

/**
 * A membership as an authority hands it to a peer's operator: one line of six words. It is no
 * secret.
 *
 * <pre>
 * spamwatch-membership-v1 AUTHORITY NODE FROM TO SIGNATURE
 * </pre>
 *
 * AUTHORITY and NODE are public keys (64 hexadecimal digits), FROM and TO times (ISO 8601, whole
 * seconds, UTC), SIGNATURE the authority's (128 digits).
 *
 * @param authority who gave it
 * @param node to whom
 */
public record MembershipFile(VerifyingKey authority, VerifyingKey node, Membership membership) {
  private static final String TAG = "spamwatch-membership-v1";
  private static final int WORDS = 6;

  /** An authority admits a node from now on, for some days. */
  public static MembershipFile issue(
      SigningKey authority, VerifyingKey node, Instant now, int days) {
    Instant from = now.truncatedTo(ChronoUnit.SECONDS);
    Instant to = from.plus(days, ChronoUnit.DAYS);
    return new MembershipFile(
        authority.verifyingKey(),
        node,
        Membership.issue(authority, node, from.toEpochMilli(), to.toEpochMilli()));
  }

  /**
   * Reads a file that holds the line.
   *
   * @throws KeyException if it is missing, unreadable or something else
   */
  public static MembershipFile read(Path file) throws KeyException {
    Optional<String> text = PrivateFiles.read(file);
    if (text.isEmpty()) {
      throw new KeyException(file + ": no such file");
    }
    String[] words = text.get().strip().split(" +", -1);
    if (words.length != WORDS || !words[0].equals(TAG)) {
      throw new KeyException(file + ": no membership: one line '" + TAG + " ...' is needed");
    }
    try {
      Membership membership =
          new Membership(millis(words[3]), millis(words[4]), HexFormat.of().parseHex(words[5]));
      return new MembershipFile(
          VerifyingKey.ofHex(words[1]), VerifyingKey.ofHex(words[2]), membership);
    } catch (DateTimeException | IllegalArgumentException | ArithmeticException e) {
      throw new KeyException(file + ": no membership: " + e.getMessage(), e);
    }
  }

  private static long millis(String time) {
    return Instant.parse(time).toEpochMilli();
  }

  /** Why it does not let a node into a realm at a time, if it does not. */
  public Optional<String> objection(Realm realm, VerifyingKey peer, Instant now) {
    if (!realm.authority().equals(Optional.of(authority))) {
      return Optional.of("it is of realm " + Realm.closed(authority).id() + ", not " + realm.id());
    }
    if (!node.equals(peer)) {
      return Optional.of("it is for the key " + node + ", this peer's is " + peer);
    }
    if (!membership.isGenuine(authority, node)) {
      return Optional.of("the authority's signature does not hold");
    }
    if (!membership.holdsAt(now.toEpochMilli(), RealmSignatures.SKEW_MILLIS)) {
      return Optional.of("it holds from " + from() + " to " + to() + "; ask for a new one");
    }
    return Optional.empty();
  }

  /** From when it holds. */
  public Instant from() {
    return Instant.ofEpochMilli(membership.notBeforeMillis());
  }

  /** Until when it holds. */
  public Instant to() {
    return Instant.ofEpochMilli(membership.notAfterMillis());
  }

  /** The line. */
  @Override
  public String toString() {
    return String.join(
        " ",
        TAG,
        authority.toString(),
        node.toString(),
        from().toString(),
        to().toString(),
        HexFormat.of().formatHex(membership.signature()));
  }
}
