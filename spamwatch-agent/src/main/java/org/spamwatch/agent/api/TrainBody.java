package org.spamwatch.agent.api;

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
    /** What is sent of a mail. */
    public static Mail of(VoteValue verdict, TokenSet tokens) {
      ByteBuffer bytes = ByteBuffer.allocate(Long.BYTES * tokens.size());
      for (int i = 0; i < tokens.size(); i++) {
        bytes.putLong(tokens.hash(i));
      }
      return new Mail(verdict, Base64.getEncoder().encodeToString(bytes.array()));
    }

    private TokenSet set() throws BadJsonException {
      try {
        byte[] bytes = Base64.getDecoder().decode(tokens);
        if (bytes.length % Long.BYTES == 0 && bytes.length > 0 && tokens.length() <= MOST_TEXT) {
          long[] hashes = new long[bytes.length / Long.BYTES];
          ByteBuffer.wrap(bytes).asLongBuffer().get(hashes);
          return TokenSet.of(hashes);
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
}
