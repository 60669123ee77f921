package org.spamwatch.agent.keys;

import org.spamwatch.overlay.identity.SigningKey;

/**
 * The key with which a person signs, here and on all of his devices.
 *
 * @param key a secret
 * @param sequence the greatest sequence number known of what it has signed; 0 if it has not
 */
public record VoterKey(SigningKey key, long sequence) {
  @Override
  public String toString() {
    return "the key of voter " + key.verifyingKey();
  }
}
