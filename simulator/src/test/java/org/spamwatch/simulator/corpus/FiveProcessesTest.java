package org.spamwatch.simulator.corpus;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.spamwatch.agent.http.PeerClient;
import org.spamwatch.agent.http.PeerClient.CheckOptions;
import org.spamwatch.agent.http.PeerClientException;
import org.spamwatch.agent.peer.Ballot;
import org.spamwatch.agent.vote.Verdict;
import org.spamwatch.ata.AddressedMail;
import org.spamwatch.ata.ApproximateText;
import org.spamwatch.ata.mail.NotAMailException;
import org.spamwatch.overlay.Id;
import org.spamwatch.simulator.live.SimulatedVoter;

/** Five peers as processes of their own, as five departments would run them. */
@Tag("live")
class FiveProcessesTest {
  private static final int PEERS = 5;
  private static final CheckOptions DEFAULTS =
      new CheckOptions(OptionalInt.empty(), OptionalInt.empty(), OptionalInt.empty());

  private final SplittableRandom random = new SplittableRandom(12);

  @Test
  @Timeout(120)
  void whatOneMarksAllFindAlsoAfterAPeerWasKilled() throws Exception {
    try (PeerProcesses peers = PeerProcesses.start(PEERS, stage -> {})) {
      List<List<String>> texts = new ArrayList<>();
      Id realm = Id.ofHex(peers.clients().get(0).status().path("realm").asText());
      for (int i = 0; i < 2 * PEERS; i++) {
        List<String> words = words(200);
        texts.add(words);
        AddressedMail mail = address(words);
        Ballot ballot =
            new SimulatedVoter(random)
                .ballot(
                    realm,
                    mail.guid().orElseThrow(),
                    mail.vectors(),
                    Verdict.SPAM,
                    System.currentTimeMillis() * 1000);
        JsonNode receipt = peers.clients().get(i % PEERS).vote(ballot.vote(), ballot.vectors());
        assertThat(receipt.path("accepted").asBoolean()).isTrue();
        assertThat(receipt.path("holders").asInt()).isGreaterThanOrEqualTo(4);
      }
      allFind(peers.clients(), texts);
      peers.kill(0);
      allFind(peers.clients().subList(1, PEERS), texts);
    }
  }

  private void allFind(List<PeerClient> clients, List<List<String>> texts)
      throws PeerClientException, NotAMailException {
    for (PeerClient client : clients) {
      for (List<String> words : texts) {
        assertThat(verdict(client, changed(words))).isEqualTo("spam");
      }
      assertThat(verdict(client, words(200))).isEqualTo("unknown");
    }
  }

  private static String verdict(PeerClient client, List<String> words)
      throws PeerClientException, NotAMailException {
    return client.check(address(words).vectors(), DEFAULTS).path("verdict").asText();
  }

  private List<String> words(int count) {
    List<String> words = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      StringBuilder word = new StringBuilder();
      for (int length = 3 + random.nextInt(7); length > 0; length--) {
        word.append((char) ('a' + random.nextInt(26)));
      }
      words.add(word.toString());
    }
    return words;
  }

  /** Another greeting and a few other words in one place. */
  private List<String> changed(List<String> words) {
    List<String> copy = new ArrayList<>(words);
    int place = random.nextInt(words.size() - 5);
    for (int i = 0; i < 5; i++) {
      copy.set(place + i, words(1).get(0));
    }
    copy.add(0, words(1).get(0));
    return copy;
  }

  private static AddressedMail address(List<String> words) throws NotAMailException {
    String mail = "Subject: offer\n\n" + String.join(" ", words) + "\n";
    return ApproximateText.standard().address(mail.getBytes(StandardCharsets.US_ASCII));
  }
}
