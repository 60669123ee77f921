package org.spamwatch.agent.api;

import static com.google.common.base.Preconditions.checkArgument;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import org.spamwatch.agent.statistics.Marked;
import org.spamwatch.agent.statistics.TokenSet;
import org.spamwatch.agent.vote.VoteValue;

/**
 * What a person says of mails, for the statistical filter to learn.
 *
 * @param settle whether that is to judge before the answer; false if left out
 */
public record TrainBody(
    @Count(least = 0, most = TrainBody.MOST) List<Mail> mails, Optional<Boolean> settle) {
  /** Mails in one request. */
  public static final int MOST = 256;

  /** The longest text of a mail's tokens. */
  private static final int MOST_TEXT = (TokenSet.MOST * Long.BYTES + 2) / 3 * 4;

  /** Mails in one request as bytes. */
  public static final int MOST_AS_BYTES = 1024;

  /** Bytes of such a request. */
  public static final int MOST_BYTES = 1 << 20;

  private static final int HEAD_BYTES = 1 + Short.BYTES;

  /** Copies the list. */
  public TrainBody {
    mails = List.copyOf(mails);
  }

  /**
   * A mail.
   *
   * @param verdict spam, ham, or withdraw for what was said before
   * @param tokens the hashes of its tokens under the site's key, 8 bytes each, big-endian, behind
   *     each other, in base64; 1 to 4096 of them, and of more the lowest as signed numbers
   */
  public record Mail(VoteValue verdict, String tokens) {
    private TokenSet set() throws BadJsonException {
      try {
        byte[] bytes = Base64.getDecoder().decode(tokens);
        if (bytes.length % Long.BYTES == 0 && bytes.length > 0 && tokens.length() <= MOST_TEXT) {
          return TokenSet.read(ByteBuffer.wrap(bytes), bytes.length / Long.BYTES);
        }
      } catch (IllegalArgumentException e) {
        throw noTokens();
      }
      throw noTokens();
    }

    private static BadJsonException noTokens() {
      return new BadJsonException(
          "\"tokens\" are not 1 to " + TokenSet.MOST + " hashes of 8 bytes in base64");
    }
  }

  /** What a user says. */
  public List<Marked> marked(String user) throws BadJsonException {
    List<Marked> marked = new ArrayList<>();
    for (Mail mail : mails) {
      marked.add(new Marked(user, mail.verdict(), mail.set()));
    }
    return marked;
  }

  /** What a mail takes as bytes. */
  public static int bytes(TokenSet tokens) {
    return HEAD_BYTES + tokens.bytes();
  }

  /**
   * Puts a mail behind others as bytes: the code of the word (1), the number of its tokens (2) and
   * their hashes under the site's key (8 each), big-endian.
   */
  public static void put(ByteBuffer bytes, VoteValue verdict, TokenSet tokens) {
    bytes.put((byte) verdict.code()).putShort((short) tokens.size());
    tokens.putTo(bytes);
  }

  /**
   * What a user says in a request as bytes.
   *
   * @throws IllegalArgumentException if they are none, or more mails than may be
   */
  public static List<Marked> marked(byte[] body, String user) {
    ByteBuffer bytes = ByteBuffer.wrap(body);
    List<Marked> marked = new ArrayList<>();
    while (bytes.remaining() >= HEAD_BYTES && marked.size() < MOST_AS_BYTES) {
      int code = bytes.get();
      VoteValue word =
          VoteValue.ofCode(code)
              .orElseThrow(() -> new IllegalArgumentException("no word has the code " + code));
      marked.add(new Marked(user, word, TokenSet.read(bytes, bytes.getShort())));
    }
    checkArgument(
        !bytes.hasRemaining() && !marked.isEmpty(), "not 1 to %s whole mails", MOST_AS_BYTES);
    return marked;
  }
}
