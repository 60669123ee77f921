package org.spamwatch.simulator.load;

import com.google.common.hash.Hashing;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.spamwatch.ata.ApproximateText;
import org.spamwatch.ata.mail.NotAMailException;
import org.spamwatch.overlay.Id;
import org.spamwatch.simulator.processes.ProcessException;

/**
 * What servers know one mail by. All of it follows from the mail's GUID: what a look-up costs does
 * not depend on how its key was computed, and that is no part of what is measured.
 *
 * @param hex a digest of 160 bits, in hexadecimal digits
 * @param wide one of 512 bits
 * @param shingles 32 hashes of 64 bits
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record MailDigests(String hex, byte[] wide, byte[] shingles) {
  /** Hashes that rspamd has of a text. */
  static final int SHINGLES = 32;

  /** Those of mails. */
  static List<MailDigests> of(List<byte[]> mails) throws ProcessException {
    ApproximateText text = ApproximateText.standard();
    List<MailDigests> digests = new ArrayList<>();
    for (byte[] mail : mails) {
      try {
        digests.add(of(text.address(mail).guid().orElse(Id.ZERO)));
      } catch (NotAMailException e) {
        throw new ProcessException("a generated mail is none: " + e.getMessage(), e);
      }
    }
    return digests;
  }

  private static MailDigests of(Id guid) {
    byte[] bytes = HexFormat.of().parseHex(guid.toString());
    ByteBuffer shingles = ByteBuffer.allocate(SHINGLES * Long.BYTES).order(ByteOrder.nativeOrder());
    for (int i = 0; i < SHINGLES; i++) {
      shingles.putLong(Hashing.sipHash24(i, ~i).hashBytes(bytes).asLong());
    }
    return new MailDigests(
        guid.toString(), Hashing.sha512().hashBytes(bytes).asBytes(), shingles.array());
  }
}
