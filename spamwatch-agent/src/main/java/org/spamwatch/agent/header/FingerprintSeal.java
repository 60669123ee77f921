package org.spamwatch.agent.header;

import com.google.common.hash.HashFunction;
import com.google.common.hash.Hasher;
import com.google.common.hash.Hashing;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import org.spamwatch.agent.vote.Vote;
import org.spamwatch.ata.AddressedMail;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.ata.fingerprint.Scheme;
import org.spamwatch.overlay.Id;

/**
 * Writes a mail's fingerprints into its header and knows them again when a client that computes
 * none sends that header back. They are sealed by a key that only this peer has, together with the
 * fields by which people tell mails apart, so that neither a sender's own nor those of another mail
 * pass. Immutable; safe for any thread.
 *
 * <p>The value is {@code v=1; guid=G; mac=M; vectors=V}: G the GUID in 40 hexadecimal digits, V in
 * base64 each vector's scheme (1 byte), 1 if it has a whole-text key or 0 (1), number of keys (1)
 * and keys (8 each), and M in base64 the first 16 bytes of HMAC-SHA256 over what {@link #mac} says.
 *
 * <p>What it does not keep off: a mail that repeats another's From, Date, Message-ID and Subject
 * with its sealed field reaches a reader who then votes on the other one, if no peer on its way
 * took the field out.
 */
public final class FingerprintSeal {
  /** The field's name. */
  public static final String FIELD = "X-SpamWatch-Fingerprints";

  private static final String VERSION = "v=1";
  private static final int MAC_BYTES = 16;
  private static final int WIDTH = 72;

  /** Base64 of {@link Vote#MAX_DIGESTS} vectors of the largest size, and the tags. */
  private static final int LONGEST = 4096;

  private static final byte[] KEY_OF = "spamwatch-header-v1".getBytes(StandardCharsets.US_ASCII);

  /** Those by which people tell mails apart, which no mail server changes on the way. */
  private static final List<String> BOUND = List.of("from", "date", "message-id", "subject");

  private final HashFunction key;

  /**
   * A seal.
   *
   * @param secret what only this peer knows, always the same; the key is derived from it
   */
  public FingerprintSeal(byte[] secret) {
    key = Hashing.hmacSha256(Hashing.hmacSha256(secret).hashBytes(KEY_OF).asBytes());
  }

  /**
   * The field for a mail.
   *
   * @param header of the same mail
   * @return nothing if it has too little text to be recognised by
   */
  public Optional<HeaderField> seal(AddressedMail mail, HeaderBlock header) {
    if (!mail.isAddressable() || mail.vectors().size() > Vote.MAX_DIGESTS) {
      return Optional.empty();
    }
    Id guid = mail.guid().orElse(Id.ZERO);
    byte[] packed = packed(mail.vectors());
    Base64.Encoder base64 = Base64.getEncoder();
    List<String> lines = new ArrayList<>();
    lines.add(VERSION + "; guid=" + guid + ";");
    lines.add("mac=" + base64.encodeToString(mac(guid, header, packed)) + ";");
    String vectors = "vectors=" + base64.encodeToString(packed);
    for (int at = 0; at < vectors.length(); at += WIDTH) {
      lines.add(vectors.substring(at, Math.min(vectors.length(), at + WIDTH)));
    }
    return Optional.of(new HeaderField(FIELD, lines));
  }

  /**
   * What {@link #open} needs of a mail's header, so that a client sends no more of it.
   *
   * @return nothing if there are no fingerprints in it
   */
  public static Optional<byte[]> excerpt(HeaderBlock header) {
    return header.compactValues(FIELD).isEmpty()
        ? Optional.empty()
        : Optional.of(header.only(name -> name.equalsIgnoreCase(FIELD) || BOUND.contains(name)));
  }

  /**
   * The fingerprints in a header.
   *
   * @throws UnsealedException if there are none, or this peer did not write them for that mail
   */
  public AddressedMail open(HeaderBlock header) throws UnsealedException {
    List<String> fields = header.compactValues(FIELD);
    if (fields.size() != 1) {
      throw new UnsealedException("there is not one " + FIELD + ", but " + fields.size());
    }
    String value = fields.get(0);
    String[] tags = value.length() > LONGEST ? new String[0] : value.split(";", -1);
    if (tags.length != 4 || !tags[0].equals(VERSION)) {
      throw unreadable();
    }
    byte[] mac = decoded(tags[2], "mac=");
    byte[] packed = decoded(tags[3], "vectors=");
    Id guid = guid(tags[1]);
    if (!MessageDigest.isEqual(mac, mac(guid, header, packed))) {
      throw new UnsealedException("this peer did not write the " + FIELD + " of that mail");
    }
    return new AddressedMail(Optional.of(guid), vectors(packed));
  }

  /**
   * Over the GUID (20 bytes), for each of From, Date, Message-ID and Subject the number of bytes
   * (4) of its value without white space and these bytes, of several with a line feed between them,
   * and then the vectors as they are packed. White space is left out because it is what changes
   * when a field is folded anew.
   */
  private byte[] mac(Id guid, HeaderBlock header, byte[] packed) {
    Hasher hasher = key.newHasher();
    hasher.putBytes(guid.toBytes());
    for (String name : BOUND) {
      byte[] value =
          String.join("\n", header.compactValues(name)).getBytes(StandardCharsets.ISO_8859_1);
      hasher.putBytes(ByteBuffer.allocate(Integer.BYTES).putInt(value.length).array());
      hasher.putBytes(value);
    }
    return Arrays.copyOf(hasher.putBytes(packed).hash().asBytes(), MAC_BYTES);
  }

  private static byte[] packed(List<FeatureVector> vectors) {
    int length = vectors.stream().mapToInt(each -> 3 + Long.BYTES * each.size()).sum();
    ByteBuffer packed = ByteBuffer.allocate(length);
    for (FeatureVector vector : vectors) {
      packed.put((byte) vector.scheme().id());
      packed.put((byte) (vector.wholeText() ? 1 : 0));
      packed.put((byte) vector.size());
      for (int i = 0; i < vector.size(); i++) {
        packed.putLong(vector.identity(i));
      }
    }
    return packed.array();
  }

  /** What this peer packed. */
  private static List<FeatureVector> vectors(byte[] packed) throws UnsealedException {
    ByteBuffer in = ByteBuffer.wrap(packed);
    List<FeatureVector> vectors = new ArrayList<>();
    try {
      while (in.hasRemaining()) {
        Scheme scheme = Scheme.of(in.get() & 0xFF);
        boolean wholeText = in.get() != 0;
        List<Id> keys = new ArrayList<>();
        for (int left = in.get(); left > 0; left--) {
          keys.add(FeatureVector.key(in.getLong()));
        }
        vectors.add(new FeatureVector(scheme, wholeText, keys));
      }
    } catch (BufferUnderflowException | IllegalArgumentException e) {
      throw unreadable(); // by another version that had the same key
    }
    return vectors;
  }

  private static byte[] decoded(String tag, String name) throws UnsealedException {
    try {
      if (tag.startsWith(name)) {
        return Base64.getDecoder().decode(tag.substring(name.length()));
      }
    } catch (IllegalArgumentException e) {
      // said below
    }
    throw unreadable();
  }

  private static Id guid(String tag) throws UnsealedException {
    try {
      return Id.ofHex(tag.startsWith("guid=") ? tag.substring("guid=".length()) : "");
    } catch (IllegalArgumentException e) {
      throw unreadable();
    }
  }

  private static UnsealedException unreadable() {
    return new UnsealedException("the " + FIELD + " is none that a peer wrote");
  }
}
