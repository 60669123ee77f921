package org.spamwatch.agent.http;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.spamwatch.agent.access.NoUsers;
import org.spamwatch.agent.check.Verdict;
import org.spamwatch.agent.config.Settings;
import org.spamwatch.agent.header.FingerprintSeal;
import org.spamwatch.agent.header.HeaderBlock;
import org.spamwatch.agent.header.HeaderField;
import org.spamwatch.agent.http.PeerClient.CheckOptions;
import org.spamwatch.agent.http.PeerClientException.Kind;
import org.spamwatch.agent.request.FakePeer;
import org.spamwatch.agent.vote.VoteOrigin;
import org.spamwatch.agent.vote.VoteRequest;
import org.spamwatch.agent.vote.VoteValue;
import org.spamwatch.ata.AddressedMail;
import org.spamwatch.ata.ApproximateText;

/** Clients that send a mail's header alone ask and vote by what this peer wrote into it. */
final class HeaderAloneTest {
  private static final String HEAD =
      "From: shop@example.org\nTo: ada@example.org\nSubject: Offer\nMessage-ID: <1@example.org>\n";
  private static final String TEXT = "Buy this wonderful thing today and be glad of it. ".repeat(9);
  private static final String OTHER =
      "Read what our readers wrote to us about last week. ".repeat(9);

  private final FakePeer peer = new FakePeer();
  private final HttpPort port;
  private final PeerClient client;

  HeaderAloneTest() throws IOException {
    InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    port = HttpPort.open(any, Settings.DEFAULTS, peer, NoUsers.USERS);
    URI url = URI.create("http://127.0.0.1:" + port.address().getPort());
    client = new PeerClient(url, Optional.empty());
  }

  @AfterEach
  void close() {
    port.close();
  }

  private static AddressedMail addressed(String text) throws Exception {
    return ApproximateText.standard().address((HEAD + "\n" + text).getBytes(US_ASCII));
  }

  /** What a mail server's milter would have added to a mail. */
  private HeaderField field(String text) throws Exception {
    HeaderBlock header = HeaderBlock.of(HEAD.getBytes(US_ASCII));
    return new FingerprintSeal(peer.secret()).seal(addressed(text), header).orElseThrow();
  }

  private static byte[] excerpt(String header) {
    return FingerprintSeal.excerpt(HeaderBlock.of(header.getBytes(US_ASCII))).orElseThrow();
  }

  @Test
  void whatIsSentNamesTheMailAndNobodyElse() throws Exception {
    byte[] sent = excerpt(field(TEXT).text("\n") + HEAD);
    assertThat(new String(sent, US_ASCII)).contains("shop@example.org").doesNotContain("ada@");
    assertThat(FingerprintSeal.excerpt(HeaderBlock.of(HEAD.getBytes(US_ASCII)))).isEmpty();
  }

  @Test
  void aMailIsAskedAboutByItsVectors() throws Exception {
    peer.verdict = Verdict.SPAM;
    byte[] header = excerpt(HEAD + field(TEXT).text("\n"));
    assertThat(client.checkHeader(header, CheckOptions.USUAL).verdict()).isEqualTo(Verdict.SPAM);
    assertThat(peer.questions.get(0).vectors()).isEqualTo(addressed(TEXT).vectors());
  }

  @Test
  void aVoteByHeaderIsTheVoteOnTheMail() throws Exception {
    byte[] header = excerpt(field(TEXT).text("\n") + HEAD);
    assertThat(client.voteByHeader(header, VoteValue.SPAM, VoteOrigin.BUTTON).accepted()).isTrue();
    VoteRequest vote = peer.voteRequests.get(0);
    assertThat(Optional.of(vote.vote().guid())).isEqualTo(addressed(TEXT).guid());
    assertThat(vote.vectors()).isEqualTo(addressed(TEXT).vectors());
    assertThat(vote.vote().origin()).isEqualTo(VoteOrigin.BUTTON);
  }

  /** A sender cannot have a reader's vote fall on nothing, nor on another mail. */
  @Test
  void aHeaderThatOnlyClaimsToBeOursGetsNoVote() throws Exception {
    String own =
        new FingerprintSeal(new byte[] {7})
            .seal(addressed(TEXT), HeaderBlock.of(HEAD.getBytes(US_ASCII)))
            .orElseThrow()
            .text("\n");
    String another = field(OTHER).text("\n");
    List<String> forged =
        List.of(
            own + HEAD,
            another + HEAD.replace("Offer", "Another offer"),
            another + HEAD.replace("shop@", "news@"),
            another + HEAD.replace("<1@", "<2@"),
            another + HEAD + "Date: Mon, 23 Nov 2026 10:00:00 +0000\n",
            another + own + HEAD,
            "X-SpamWatch-Fingerprints: v=1; guid=00; mac=AA==; vectors=AA==\n" + HEAD);
    for (String header : forged) {
      PeerClientException refused =
          catchThrowableOfType(
              PeerClientException.class,
              () -> client.voteByHeader(excerpt(header), VoteValue.SPAM, VoteOrigin.BUTTON));
      assertThat(refused.kind()).isEqualTo(Kind.REFUSED);
      assertThat(refused)
          .hasMessageContaining("X-SpamWatch-Fingerprints")
          .hasMessageContaining("send the whole mail");
      PeerClientException unasked =
          catchThrowableOfType(
              PeerClientException.class,
              () -> client.checkHeader(excerpt(header), CheckOptions.USUAL));
      assertThat(unasked.kind()).isEqualTo(Kind.REFUSED);
    }
    assertThat(peer.voteRequests).isEmpty();
    assertThat(peer.questions).isEmpty();
  }

  @Test
  void aHeaderIsNoLongerThanOneMayBe() throws Exception {
    String longer = field(TEXT).text("\n") + "From: " + "x".repeat(Request.MAX_HEADER) + "\n";
    PeerClientException refused =
        catchThrowableOfType(
            PeerClientException.class,
            () -> client.checkHeader(excerpt(longer), CheckOptions.USUAL));
    assertThat(refused).hasMessageContaining("413: the header is longer than 65536 bytes");
  }
}
