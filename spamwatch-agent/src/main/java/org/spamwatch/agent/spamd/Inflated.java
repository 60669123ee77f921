package org.spamwatch.agent.spamd;

import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import org.spamwatch.agent.request.IncomingBody;

/** A mail that was sent compressed by zlib: a few bytes can be a thousand times as many. */
final class Inflated {
  private static final int CHUNK = 16 << 10;

  private Inflated() {}

  /**
   * Inflates no more than the body takes; what follows the end of the data is passed over.
   *
   * @param limit the bytes that the body takes
   */
  static void into(IncomingBody body, byte[] compressed, int limit) throws SpamdProblem {
    Inflater inflater = new Inflater();
    try {
      inflater.setInput(compressed);
      byte[] chunk = new byte[CHUNK];
      for (long all = 0; all <= limit && !inflater.finished(); ) {
        int length = inflater.inflate(chunk);
        if (length == 0 && (inflater.needsInput() || inflater.needsDictionary())) {
          throw new SpamdProblem(
              SpamdCode.EX_DATAERR, "the compressed mail is cut off; send all of it");
        }
        body.add(chunk, 0, length);
        all += length;
      }
    } catch (DataFormatException e) {
      throw new SpamdProblem(
          SpamdCode.EX_DATAERR, "the mail is not compressed by zlib; send it plain");
    } finally {
      inflater.end();
    }
  }
}
