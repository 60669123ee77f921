package org.spamwatch.agent.request;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.spamwatch.agent.config.EvidenceSetting;
import org.spamwatch.agent.config.ProofSetting;
import org.spamwatch.agent.config.Settings;
import org.spamwatch.agent.vote.VoteOrigin;
import org.spamwatch.agent.vote.VoteValue;
import org.spamwatch.ata.evidence.EvidenceKind;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.ata.fingerprint.Scheme;

/** Whether evidence beside the text is compared, and whether marks tell of it, is a setting. */
class EvidenceSettingsTest {
  private static final byte[] MAIL =
      """
      Authentication-Results: mx.example.org; dmarc=pass header.from=brand.com
      From: Shop <news@brand.com>
      Reply-To: orders@brand.com
      Subject: what you have ordered

      Dear customer, we have sent what you have ordered with us last Tuesday to the address
      that you gave us, and it will arrive within the next three working days, as you can see
      at https://brand.com/orders/status, where you find a picture of it as well.
      """
          .replace("\n", "\r\n")
          .getBytes(US_ASCII);

  private final FakePeer peer = new FakePeer();

  private MailRequests requests(boolean check, boolean mark) {
    Settings settings =
        Settings.DEFAULTS.with(EvidenceSetting.CHECK, check).with(EvidenceSetting.MARK, mark);
    return new MailRequests(peer, settings);
  }

  private List<FeatureVector> asked(MailRequests requests) throws RequestProblem {
    peer.questions.clear();
    requests.check(MAIL, Optional.empty(), Asker.UNKNOWN);
    return peer.questions.get(0).vectors();
  }

  private List<FeatureVector> marked(MailRequests requests) throws RequestProblem {
    peer.voteRequests.clear();
    requests.mark(MAIL, "ada", VoteValue.SPAM, VoteOrigin.BUTTON);
    return peer.voteRequests.get(0).vectors();
  }

  private static List<Scheme> schemes(List<FeatureVector> vectors) {
    return vectors.stream().map(FeatureVector::scheme).toList();
  }

  @Test
  void bothAreOnUnlessSaidOtherwise() throws RequestProblem {
    MailRequests requests = new MailRequests(peer, Settings.DEFAULTS);
    assertThat(schemes(asked(requests)))
        .containsExactly(Scheme.CHAR50, Scheme.WORD, Scheme.EVIDENCE);
    assertThat(schemes(marked(requests)))
        .containsExactly(Scheme.CHAR50, Scheme.WORD, Scheme.EVIDENCE);
  }

  @Test
  void eachCanBeSwitchedOffAlone() throws RequestProblem {
    assertThat(schemes(asked(requests(false, true)))).containsExactly(Scheme.CHAR50, Scheme.WORD);
    assertThat(schemes(marked(requests(false, true)))).contains(Scheme.EVIDENCE);
    assertThat(schemes(asked(requests(true, false)))).contains(Scheme.EVIDENCE);
    MailRequests closed = requests(true, false);
    assertThat(schemes(marked(closed))).containsExactly(Scheme.CHAR50, Scheme.WORD);
    assertThat(peer.voteRequests.get(0).vote().digests()).hasSize(2);
    assertThat(schemes(asked(requests(false, false)))).containsExactly(Scheme.CHAR50, Scheme.WORD);
  }

  @Test
  void whoIsProvenToHaveSentAMailCountsAllTheSame() throws RequestProblem {
    Settings settings =
        Settings.DEFAULTS
            .with(EvidenceSetting.CHECK, false)
            .with(EvidenceSetting.MARK, false)
            .with(ProofSetting.AUTHSERV_IDS, List.of("mx.example.org"));
    MailRequests requests = new MailRequests(peer, settings);
    FeatureVector proof = asked(requests).get(2);
    assertThat(proof.size()).isOne();
    assertThat(EvidenceKind.of(proof.identity(0))).contains(EvidenceKind.DOMAIN);
    assertThat(schemes(marked(requests))).containsExactly(Scheme.CHAR50, Scheme.WORD);
  }

  @Test
  void aReloadChangesIt() throws RequestProblem {
    MailRequests requests = requests(true, true);
    requests.reload(Settings.DEFAULTS.with(EvidenceSetting.CHECK, false));
    assertThat(schemes(asked(requests))).doesNotContain(Scheme.EVIDENCE);
  }

  private static byte[] picture(String contact) {
    return ("From: Prizes <win@prizes.example>\r\nReply-To: "
            + contact
            + "\r\n"
            + "Subject: you have won a prize\r\n\r\n")
        .getBytes(US_ASCII);
  }

  @Test
  void aMailWithoutTextIsKnownByItsEvidenceIfThatIsOn() throws RequestProblem {
    byte[] mail = picture("claims@elsewhere.example");
    MailRequests open = requests(true, true);
    open.mark(mail, "ada", VoteValue.SPAM, VoteOrigin.BUTTON);
    open.check(mail, Optional.empty(), Asker.UNKNOWN);
    assertThat(schemes(peer.voteRequests.get(0).vectors())).containsExactly(Scheme.EVIDENCE);
    assertThat(schemes(peer.questions.get(0).vectors())).containsExactly(Scheme.EVIDENCE);

    MailRequests closed = requests(false, false);
    peer.questions.clear();
    assertThat(closed.check(mail, Optional.empty(), Asker.UNKNOWN).reason())
        .contains("too little text");
    assertThat(peer.questions).isEmpty();
    assertThatThrownBy(() -> closed.mark(mail, "ada", VoteValue.SPAM, VoteOrigin.BUTTON))
        .isInstanceOf(RequestProblem.class)
        .hasMessageContaining("too little text");
  }
}
