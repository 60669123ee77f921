package org.spamwatch.agent.request;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.spamwatch.agent.config.PortSetting;
import org.spamwatch.agent.config.Preference;
import org.spamwatch.agent.config.ProofSetting;
import org.spamwatch.agent.config.SchemeChoice;
import org.spamwatch.agent.config.Setting;
import org.spamwatch.agent.config.Settings;
import org.spamwatch.ata.evidence.EvidenceKind;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.ata.fingerprint.Scheme;

/** Who is proven to have sent a mail goes into everything that is made of it at a port. */
final class ProvenMailTest {
  private static final Settings TRUSTING =
      Settings.DEFAULTS
          .with(PortSetting.HTTP_THREADS, 2)
          .with(ProofSetting.AUTHSERV_IDS, List.of("mx.example"));
  private static final Preference NOBODY =
      new Preference("", Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

  private final FakePeer peer = new FakePeer();

  private static byte[] mail(String server) {
    String text = "words that nobody else has written in this order, quite a few of them ";
    return ("Authentication-Results: "
            + server
            + "; dkim=pass header.d=brand.com\nFrom: a@brand.com\n\n"
            + text.repeat(3)
            + "\n")
        .getBytes(StandardCharsets.US_ASCII);
  }

  private static long domains(List<FeatureVector> vectors) {
    return vectors.stream()
        .filter(vector -> vector.scheme().equals(Scheme.EVIDENCE))
        .flatMap(vector -> vector.keys().stream())
        .flatMap(key -> EvidenceKind.of(key.high()).stream())
        .filter(kind -> kind == EvidenceKind.DOMAIN)
        .count();
  }

  @Test
  void itIsLearntVotedOnAndAskedAboutWithIt() throws RequestProblem {
    MailRequests requests = new MailRequests(peer, TRUSTING);

    MailRequests.Checked checked = requests.checked(mail("mx.example"));
    requests.judged(mail("mx.example"), List.of(NOBODY), Arrival.OF_NOBODY, Asker.UNKNOWN);

    assertThat(domains(requests.addressed(mail("mx.example")).vectors())).isOne();
    assertThat(domains(checked.features().vectors())).isOne();
    assertThat(domains(checked.asked().vectors())).isOne();
    assertThat(domains(peer.questions.get(0).vectors())).isOne();
    assertThat(domains(requests.addressed(mail("mx.other")).vectors())).isZero();
  }

  @Test
  void howTheTextIsAskedAboutTakesNothingOfItAway() throws RequestProblem {
    Settings chosen =
        TRUSTING
            .with(Setting.CHECK_LOOK_ALIKES, false)
            .with(Setting.CHECK_SCHEMES, new SchemeChoice(List.of(Scheme.WORD), 1));
    MailRequests requests = new MailRequests(peer, chosen);

    requests.check(mail("mx.example"), Optional.empty(), Asker.UNKNOWN);

    assertThat(domains(peer.questions.get(0).vectors())).isOne();
  }

  @Test
  void aReloadChangesWhoIsBelieved() throws RequestProblem {
    MailRequests requests = new MailRequests(peer, Settings.DEFAULTS);
    assertThat(domains(requests.addressed(mail("mx.example")).vectors())).isZero();

    requests.reload(TRUSTING);

    assertThat(domains(requests.addressed(mail("mx.example")).vectors())).isOne();
  }
}
