package org.spamwatch.ata.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whose domains say nothing of a sender, and what a host belongs to. */
class PublicMailDomainsTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "gmail.com",
        "GMail.com",
        "mx.gmail.com.",
        "yahoo.co.uk",
        "mail.yahoo.fr",
        "x.onmicrosoft.com"
      })
  void boxesForAnybody(String domain) {
    assertThat(PublicMailDomains.contains(domain)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "example.org",
        "notgmail.com",
        "gmail.com.example.org",
        "yahoo.example.org",
        "com",
        "",
        "1.2.3.4"
      })
  void othersAreNot(String domain) {
    assertThat(PublicMailDomains.contains(domain)).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "www.shop.example.co.uk, example.co.uk",
    "Example.ORG., example.org",
    "a.b.github.io, b.github.io",
    "b\u00FCcher.example.de, example.de",
    "www.b\u00FCcher.de, xn--bcher-kva.de",
    "www.xn--bcher-kva.de, xn--bcher-kva.de",
    "www\u3002b\u00FCcher\u3002de, xn--bcher-kva.de"
  })
  void aHostBelongsToWhatSomebodyHasRegistered(String host, String domain) {
    assertThat(Domains.organisational(host)).hasValue(domain);
  }

  @Test
  void whatIsNoHostBelongsToNobody() {
    for (String host :
        new String[] {
          "",
          ".",
          "..",
          "com",
          "1.2.3.4",
          "a b.org",
          "-.org",
          "\uD800.org",
          "[::1]",
          "a".repeat(300) + ".org"
        }) {
      assertThat(Domains.organisational(host)).as(host).isEmpty();
    }
  }
}
