package org.spamwatch.ata.mail;

import com.google.common.hash.Hasher;
import com.google.common.hash.Hashing;
import java.io.IOException;
import java.io.InputStream;

/**
 * A part of a mail that is no text, its transfer encoding undone. Nothing of it is opened.
 *
 * @param mediaType as declared, in lower case, such as {@code image/png}
 * @param length bytes that were read
 * @param digest the first 64 bits of SHA-256 of these
 */
public record Attachment(String mediaType, long length, long digest) {
  /** Attachments of one mail that are looked at. */
  static final int MOST = 16;

  private static final int BUFFER = 8192;

  static Attachment read(String mediaType, InputStream decoded) throws IOException {
    Hasher sha256 = Hashing.sha256().newHasher();
    byte[] buffer = new byte[BUFFER];
    long length = 0;
    for (int read = decoded.read(buffer); read >= 0; read = decoded.read(buffer)) {
      sha256.putBytes(buffer, 0, read);
      length += read;
    }
    return new Attachment(mediaType, length, Long.reverseBytes(sha256.hash().asLong()));
  }
}
