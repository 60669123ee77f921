package org.spamwatch.agent.cli;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;
import org.spamwatch.agent.AgentException;
import org.spamwatch.agent.api.TrainAnswer;
import org.spamwatch.agent.api.TrainBody;
import org.spamwatch.agent.http.PeerClient;
import org.spamwatch.agent.statistics.SiteKey;
import org.spamwatch.agent.statistics.TokenReader;
import org.spamwatch.agent.statistics.TokenSet;
import org.spamwatch.agent.vote.VoteValue;

/**
 * Mails with what is said of them on their way to a peer's statistical filter, some in a request.
 * Hashes of their tokens alone are sent. What the peer has confirmed is on its disk.
 */
final class Teaching {
  private static final long LONGEST_WAIT_MILLIS = TimeUnit.MINUTES.toMillis(2);
  private static final int MOST_WAITS = 3;

  private final PeerClient client;
  private final boolean site;
  private final TokenReader reader;
  private final ByteBuffer waiting = ByteBuffer.allocate(TrainBody.MOST_BYTES);
  private int mails; // that wait
  private TrainAnswer total = TrainAnswer.NONE;

  /**
   * To a peer.
   *
   * @param key that peer's
   * @param site whether as its operator, for the site
   */
  Teaching(PeerClient client, SiteKey key, boolean site) {
    this.client = client;
    this.site = site;
    reader = new TokenReader(key);
  }

  /**
   * To a peer whose key is asked for.
   *
   * @throws AgentException if it has no statistical filter
   */
  static Teaching at(PeerClient client, boolean site) throws AgentException {
    SiteKey key =
        client
            .statisticalFilter()
            .siteKey()
            .orElseThrow(
                () -> new CommandFailure(ExitCode.UNAVAILABLE, "the peer has sent no key"));
    return new Teaching(client, key, site);
  }

  /** Adds a mail; false if nothing of it is learnt ({@link TokenReader#REFUSAL}). */
  boolean add(VoteValue word, byte[] mail) throws AgentException {
    Optional<TokenSet> tokens = reader.read(mail);
    if (tokens.isEmpty()) {
      return false;
    }
    if (mails == TrainBody.MOST_AS_BYTES || waiting.remaining() < TrainBody.bytes(tokens.get())) {
      end();
    }
    TrainBody.put(waiting, word, tokens.get());
    mails++;
    return true;
  }

  /** Sends what waits; it judges some seconds later. */
  void end() throws AgentException {
    if (mails > 0) {
      byte[] body = Arrays.copyOf(waiting.array(), waiting.position());
      waiting.clear();
      mails = 0;
      total = total.plus(client.train(body, site));
    }
  }

  /**
   * Sends what waits, and returns once what was sent judges, or in some minutes.
   *
   * @param waiting is told before each pause how many milliseconds it takes
   */
  void settle(LongConsumer waiting) throws AgentException {
    end();
    ask();
    for (int i = 0; i < MOST_WAITS && total.waitMillis().isPresent(); i++) {
      long pause = Math.max(0, Math.min(total.waitMillis().get(), LONGEST_WAIT_MILLIS));
      waiting.accept(pause);
      try {
        Thread.sleep(pause);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return; // it is learnt, and judges later
      }
      ask();
    }
  }

  private void ask() throws AgentException {
    total = total.plus(client.train(new TrainBody(List.of(), Optional.of(true)), site));
  }

  /** What became of the mails so far. */
  TrainAnswer total() {
    return total;
  }
}
