package org.spamwatch.simulator.corpus;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.spamwatch.agent.api.ExplainAnswer;
import org.spamwatch.agent.ham.MailFeatures;
import org.spamwatch.agent.http.PeerClient;
import org.spamwatch.agent.http.PeerClient.CheckOptions;
import org.spamwatch.agent.http.PeerClientException;
import org.spamwatch.ata.AddressedMail;

/** Live peers that are asked about mails, and how they answer. Not thread-safe. */
final class CheckingPeers {
  /** One vote is enough, and the lowest THRES counted. */
  private static final CheckOptions OPTIONS =
      CheckOptions.sharing(Optional.of(MatchCounts.THRESHOLDS.get(0)));

  private final List<PeerClient> peers;
  private final List<Double> millis = new ArrayList<>();
  private int incomplete;

  CheckingPeers(List<PeerClient> peers) {
    this.peers = List.copyOf(peers);
  }

  int size() {
    return peers.size();
  }

  /** What one of them, by a number, says of a mail: its answer as the HTTP port explains it. */
  ExplainAnswer check(AddressedMail mail, int number) throws CorpusException {
    try {
      ExplainAnswer answer =
          peers.get(number % peers.size()).explain(MailFeatures.of(mail), OPTIONS);
      millis.add(answer.check().millis());
      incomplete += answer.check().complete() ? 0 : 1;
      return answer;
    } catch (PeerClientException e) {
      throw new CorpusException("a check failed: " + e.getMessage(), e);
    }
  }

  /** Checks that some route or keeper did not answer in time. */
  int incomplete() {
    return incomplete;
  }

  /** The median, and what 90 and 99 percent of the checks took at most, in milliseconds. */
  List<Double> percentiles() {
    List<Double> sorted = millis.stream().sorted().toList();
    return List.of(50, 90, 99).stream()
        .map(part -> sorted.isEmpty() ? 0 : sorted.get((sorted.size() - 1) * part / 100))
        .toList();
  }
}
