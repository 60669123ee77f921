package org.spamwatch.ata.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Where a mail leads to, however it is written. */
class LinkEvidenceTest {
  private static final String HEAD =
      "From: a@sender.net\nTo: you@home.net\nContent-Type: text/html\n\n";

  private static Set<Long> links(String html) {
    return Evidences.keys(EvidenceKind.LINK, HEAD + html);
  }

  private static boolean linksTo(String html, String domain) {
    return links(html).contains(EvidenceKind.LINK.identity(EvidenceHash.ofDomain(domain)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<a href=\"https://www.evil.net/x\">y</a>",
        "<A HREF = 'HTTP://EVIL.NET./'>",
        "<a href=//evil.net>",
        "<a href='http:\\\\evil.net\\x'>",
        "<a href='ht\ntps://ev\til.net/x'>",
        "<a href='https://www.bank.org@evil.net/'>",
        "<a href='https://bank.org:443%2f@evil.net:8080/x'>",
        "<a href='&#104;ttps&#58;//evil&period;net/x'>",
        "<a href='https://%65vil.net/'>",
        "<a href='https://evil\u3002net/'>",
        "<form action=https://evil.net/post>",
        "<a href='https://www.google.com/url?q=https%3A%2F%2Fevil.net%2Fx&sa=D'>",
        "<a href='https://l.facebook.com/l.php?u=https%253A%252F%252Fevil.net%252Fx'>",
        "<a href='https://urldefense.com/v3/__https://evil.net/x__;!!A'>",
        "<a href='https://urldefense.proofpoint.com/v2/url?u=https-3A__evil.net_x&d=A'>",
        "<a href='https://t.co/r?https://bit.ly/r?to=https://evil.net/'>",
        "come to www.evil.net, now",
        "come to (https://evil.net/)."
      })
  void whereItLeadsIsFoundHoweverItIsWritten(String html) {
    assertThat(linksTo(html, "evil.net")).isTrue();
    assertThat(linksTo(html, "bank.org")).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<a href='cid:x@evil.net'>",
        "<a href='javascript:evil.net'>",
        "<a href='#evil.net'>",
        "<a href='https://'>",
        "<a href='https://localhost/evil.net'>",
        "<a href='https://[::1]/'>",
        "<a href='https://www.google.com/'>",
        "<a href='https://bit.ly/'>",
        "<a href='https://mail.home.net/x/page'>",
        "a.b.c 1.2.3 awww.no",
        "<link rel=stylesheet href=https://fonts.googleapis.com/css?family=Some>",
        "<a href=https://1.2.3/x/page>",
        "<a href=https://www.gordo/page>",
        "<img src=https://one.net/x.png>"
      })
  void otherThingsAreNoEvidence(String html) {
    assertThat(links(html)).isEmpty();
  }

  private static boolean isHost(String html, String domain) {
    return Evidences.keys(EvidenceKind.HOST, HEAD + html)
        .contains(EvidenceKind.HOST.identity(EvidenceHash.ofDomain(domain)));
  }

  @Test
  void hostsOfEverybodysAreRememberedAndNoLinks() {
    String html = "<a href='https://www.google.com/'> <a href='https://bit.ly/'>";
    assertThat(isHost(html, "google.com")).isTrue();
    assertThat(isHost(html, "bit.ly")).isTrue();
    assertThat(isHost("<a href='https://evil.net/'>", "evil.net")).isFalse();
    assertThat(isHost("<a href='https://mail.home.net/'>", "home.net")).isFalse();
  }

  @Test
  void whetherItLeadsToItsSenderIsKnownHoweverMuchElseItLeadsTo() {
    StringBuilder html = new StringBuilder("<a href='https://www.sender.net/page/of/one'>");
    for (int i = 0; i < 100; i++) {
      html.append("<a href='https://host").append(i).append(".net/'>");
    }
    assertThat(linksTo(html.toString(), "sender.net")).isTrue();
    assertThat(links(html.toString()).stream().filter(EvidenceHash::isOfDomain)).hasSize(6);
  }

  @Test
  void aRecipientsDomainIsALinkOnlyIfItIsTheSendersToo() {
    String link = "\n\n<a href='https://www.one.net/page/of/one'>";
    String mail = "Content-Type: text/html\nTo: you@one.net\nFrom: me@";
    long domain = EvidenceKind.LINK.identity(EvidenceHash.ofDomain("one.net"));
    assertThat(Evidences.keys(EvidenceKind.LINK, mail + "one.net" + link)).contains(domain);
    assertThat(Evidences.keys(EvidenceKind.LINK, mail + "two.net" + link)).isEmpty();
    String list = "List-Id: <talk.one.net>\n" + mail + "one.net" + link;
    assertThat(Evidences.keys(EvidenceKind.LINK, list)).as("and no page").containsExactly(domain);
  }

  @Test
  void internationalNamesAreOneInBothSpellings() {
    assertThat(links("<a href='https://b\u00FCcher.de/'>"))
        .hasSize(1)
        .isEqualTo(links("<a href='https://xn--bcher-kva.de/'>"));
  }

  @ParameterizedTest
  @CsvSource({
    "https://one.net/shop/item-4711.html?id=5, https://one.net/shop/item-12.html?id=7",
    "https://a1b2c3.one.net/track/x9Kd3Lq8/open, https://d4e5f6.one.net/track/Qp7Rt2Ws/open",
    "https://1.2.3.4/login/index.php, https://1.2.3.4/LOGIN/index.php",
    "https://storage.googleapis.com/bucket-of-one/x.html, https://storage.googleapis.com/bucket-of-one/x.html#you"
  })
  void aPageIsKnownWithItsChangingPartsLeftOpen(String one, String other) {
    assertThat(
            Evidences.agree(
                EvidenceKind.LINK, HEAD + "<a href='" + one, HEAD + "<a href='" + other))
        .isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "https://one.net/shop/list, https://one.net/about/us",
    "https://one.net/shop/list, https://two.net/shop/list",
    "https://bit.ly/3abcDEF, https://bit.ly/3abcDEG",
    "https://one.net/4711, https://one.net/4712"
  })
  void othersAreOthers(String one, String other) {
    assertThat(
            Evidences.agree(
                EvidenceKind.LINK, HEAD + "<a href='" + one, HEAD + "<a href='" + other))
        .isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "/, ''",
    "/4711, ''",
    "/shop/4711/buy.php?id=1&x=2, /shop/#/buy.php?id&x",
    "/track/x9Kd3Lq8pZ/unsubscribe, /track/*/unsubscribe",
    "/page/aHR0cHM6Ly9leGFtcGxlLm9yZw/, /page/*",
    "/privacy-policy, /privacy-policy",
    "/a%2Fb/image12.png, /a/b/image#.png"
  })
  void patternsOfPaths(String path, String pattern) {
    assertThat(LinkPattern.ofPath(path, 1)).isEqualTo(pattern);
  }

  @Test
  void manyLinksAreFewKeysAndEndSoon() {
    StringBuilder html = new StringBuilder();
    for (int i = 0; i < 5000; i++) {
      html.append("<a href='https://host").append(i).append(".net/some/page").append(i % 9);
      html.append("'>");
    }
    Set<Long> links = links(html.toString());
    assertThat(links).as("but for the sender's own").hasSize(EvidenceKind.LINK.most() - 1);
    assertThat(links.stream().filter(EvidenceHash::isOfDomain).count()).isLessThanOrEqualTo(5);
    String nested = "https://t.co/" + "https://t.co/".repeat(100);
    assertThat(MailLinks.of(Evidences.mail(HEAD + "<a href='" + nested + "'>")).links().size())
        .isLessThanOrEqualTo(3);
  }

  @Property(tries = 1000)
  void anythingIsReadAndHostsAreNames(@ForAll String text) {
    MailLink.of("https://" + text)
        .ifPresent(link -> assertThat(link.host()).matches("[a-z0-9_.-]*"));
    MailLinks.of(Evidences.mail(HEAD + "<a href='" + text + "' href=" + text + " http://" + text));
  }
}
