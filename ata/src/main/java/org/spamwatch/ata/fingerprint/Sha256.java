package org.spamwatch.ata.fingerprint;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** The digest that every Java platform has. */
final class Sha256 {
  private Sha256() {}

  static MessageDigest start() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("this Java platform has no SHA-256", e);
    }
  }
}
