package org.spamwatch.agent.api;

import java.util.Optional;
import org.spamwatch.overlay.Id;

/**
 * Who somebody is to a peer, and the key with which his votes are signed on all of his devices.
 *
 * @param user as whom his votes count, unless he vouches and names another
 * @param vouches whether he votes for whomever he names, and with whatever key
 * @param realm for which a vote is signed
 * @param site the peer, for which it is signed too
 * @param key his public one, Ed25519, in hexadecimal digits
 * @param sequence the greatest number that it is known to have signed; a vote's must be greater
 * @param evidence whether a mark is to tell of evidence beside the text, too: mark.evidence
 * @param secret the private key, PKCS #8 in base 64, if no token was shown
 * @param wrapped the private key under the token that was shown, as docs/protocol.md says
 */
public record VoterAnswer(
    String user,
    boolean vouches,
    Id realm,
    Id site,
    String key,
    long sequence,
    Optional<Boolean> evidence,
    Optional<String> secret,
    Optional<String> wrapped) {
  @Override
  public String toString() {
    return "the key of " + user;
  }
}
