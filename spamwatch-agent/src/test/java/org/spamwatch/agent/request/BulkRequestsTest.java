package org.spamwatch.agent.request;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.spamwatch.agent.bulk.BulkCount;
import org.spamwatch.agent.bulk.BulkFinding;
import org.spamwatch.agent.bulk.WhiteList;
import org.spamwatch.agent.check.CheckResult;
import org.spamwatch.agent.check.Source;
import org.spamwatch.agent.check.Verdict;
import org.spamwatch.agent.config.BulkSetting;
import org.spamwatch.agent.config.PortSetting;
import org.spamwatch.agent.config.Preference;
import org.spamwatch.agent.config.ProofSetting;
import org.spamwatch.agent.config.Settings;
import org.spamwatch.agent.trust.Decision.Decider;

/** What a site does with how many people got a mail. */
final class BulkRequestsTest {
  private static final Settings COUNTING =
      Settings.DEFAULTS
          .with(PortSetting.HTTP_THREADS, 2)
          .with(ProofSetting.AUTHSERV_IDS, List.of("mx.example"))
          .with(BulkSetting.COUNT, true);
  private static final Settings JUDGING = COUNTING.with(BulkSetting.VERDICT, true);
  private static final Preference ANY =
      new Preference("", Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

  private final FakePeer peer = new FakePeer();

  BulkRequestsTest() {
    peer.bulk = Optional.of(new BulkCount(12, 10, 2, 20));
  }

  private static byte[] mail(String header) {
    String text = "words that nobody else has written in this order, quite a few of them ";
    return (header + "From: a@brand.com\n\n" + text.repeat(3) + "\n")
        .getBytes(StandardCharsets.US_ASCII);
  }

  private Verdict verdict(Settings settings, String header) throws RequestProblem {
    return new MailRequests(peer, settings)
        .check(mail(header), Optional.of("ada"), Asker.UNKNOWN)
        .verdict();
  }

  @Test
  void unlessItIsOnNothingIsCountedOrSaid() throws RequestProblem {
    MailRequests requests = new MailRequests(peer, Settings.DEFAULTS);
    assertThat(requests.check(mail(""), Optional.of("ada"), Asker.UNKNOWN).bulk()).isEmpty();
    assertThat(peer.counted).isEmpty();
  }

  @Test
  void itIsSaidAndNoVerdictUnlessTheSiteWantsIt() throws RequestProblem {
    CheckResult counted =
        new MailRequests(peer, COUNTING).check(mail(""), Optional.of("ada"), Asker.UNKNOWN);
    assertThat(counted.verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(counted.bulk().orElseThrow().count().total()).isEqualTo(22);
    CheckResult judged =
        new MailRequests(peer, JUDGING).check(mail(""), Optional.of("ada"), Asker.UNKNOWN);
    assertThat(judged.verdict()).isEqualTo(Verdict.SPAM);
    assertThat(judged.decision().decidedBy()).isEqualTo(Decider.BULK);
    assertThat(judged.reason())
        .isEqualTo("bulk: 22 got mail like it, of whom 12 here; 20 make it spam at this peer");
    assertThat(Score.of(judged)).isEqualTo(new Score(Score.REQUIRED));
    peer.bulk = Optional.of(new BulkCount(9, 10, 2, 20));
    assertThat(verdict(JUDGING, "")).isEqualTo(Verdict.UNKNOWN);
  }

  @Test
  void whatIsAllowedIsNoSpam() throws RequestProblem {
    Settings allowing =
        JUDGING.with(
            BulkSetting.ALLOW,
            new WhiteList(
                List.of("list=news.example.org", "domain=brand.com", "sender=@sender.example")));
    assertThat(verdict(allowing, "")).isEqualTo(Verdict.SPAM);
    assertThat(verdict(allowing, "List-Id: Our news <news.example.org>\n"))
        .isEqualTo(Verdict.UNKNOWN);
    assertThat(verdict(allowing, "List-Id: other.example.org\n")).isEqualTo(Verdict.SPAM);
    assertThat(verdict(allowing, "Return-Path: <x@sender.example>\n")).isEqualTo(Verdict.UNKNOWN);
    String proven = "Authentication-Results: %s; dkim=pass header.d=brand.com\n";
    assertThat(verdict(allowing, proven.formatted("mx.example"))).isEqualTo(Verdict.UNKNOWN);
    assertThat(verdict(allowing, proven.formatted("mx.other"))).isEqualTo(Verdict.SPAM);
    CheckResult said =
        new MailRequests(peer, allowing)
            .check(mail("List-Id: <news.example.org>\n"), Optional.empty(), Asker.UNKNOWN);
    assertThat(said.bulk().orElseThrow().allowedBy()).contains("list=news.example.org");
  }

  @Test
  void aMailServerSaysWhoGotItAndWhoSentIt() throws RequestProblem {
    Settings allowing =
        JUDGING.with(BulkSetting.ALLOW, new WhiteList(List.of("sender=news@sender.example")));
    MailRequests requests = new MailRequests(peer, allowing);
    Arrival arrival =
        new Arrival(
            Set.of("<Ada@example.org>", "<ada+x@example.org>", "<bob@example.org>"),
            Optional.of("<news@sender.example>"));
    CheckResult result = requests.judged(mail(""), List.of(ANY), arrival, Asker.UNKNOWN).result();
    assertThat(result.verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(peer.counted).containsExactly(Set.of("ada", "bob"));
    String forged = "Return-Path: <news@sender.example>\n";
    Arrival other = new Arrival(Set.of("ada"), Optional.of("<eve@elsewhere.example>"));
    assertThat(requests.judged(mail(forged), List.of(ANY), other, Asker.UNKNOWN).result().verdict())
        .isEqualTo(Verdict.SPAM);
  }

  @Test
  void whoNamesNobodyCountsNothing() throws RequestProblem {
    MailRequests requests = new MailRequests(peer, COUNTING);
    requests.check(mail(""), Optional.empty(), Asker.UNKNOWN);
    requests.judged(mail(""), List.of(ANY), Arrival.of(Optional.of("<>")), Asker.UNKNOWN);
    assertThat(peer.counted).containsExactly(Set.of(), Set.of());
  }

  @Test
  void ofFingerprintsAloneNoCountMakesSpamForTheMailMayBeAllowed() throws RequestProblem {
    MailRequests requests = new MailRequests(peer, JUDGING);
    MailRequests.Checked read = requests.checked(mail(""));
    MailRequests.Checked sent =
        new MailRequests.Checked(read.features(), read.asked(), Optional.empty());
    CheckResult unknown =
        new CheckResult(Verdict.UNKNOWN, 0, 0, 0, 9, Source.SUMMARY, 0, List.of(), true, "");
    CheckResult result = requests.counted(unknown, sent, Arrival.of(Optional.of("ada")));
    assertThat(result.verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(result.bulk()).isPresent();
  }

  @Test
  void noCountOverrulesAnybody() {
    BulkFinding finding = new BulkFinding(new BulkCount(31, 0, 0, 20), Optional.empty());
    CheckResult wanted =
        new CheckResult(Verdict.UNKNOWN, 0, 1, 9, 9, Source.SUMMARY, 0, List.of(), true, "one ham");
    assertThat(wanted.with(finding, true).verdict()).isEqualTo(Verdict.UNKNOWN);
    CheckResult plain =
        new CheckResult(Verdict.UNKNOWN, 0, 0, 9, 9, Source.SUMMARY, 0, List.of(), true, "");
    CheckResult allowed =
        new CheckResult(
            Verdict.UNKNOWN,
            0,
            0,
            9,
            9,
            Source.SUMMARY,
            0,
            List.of(),
            true,
            "",
            plain.decision().overruled(false, "allowed", ""),
            Optional.empty());
    assertThat(allowed.with(finding, true).verdict()).isEqualTo(Verdict.UNKNOWN);
    CheckResult spam =
        new CheckResult(Verdict.SPAM, 3, 0, 9, 9, Source.OVERLAY, 0, List.of(), true, "votes");
    assertThat(spam.with(finding, true).reason()).isEqualTo("votes");
    assertThat(plain.with(finding, true).verdict()).isEqualTo(Verdict.SPAM);
  }
}
