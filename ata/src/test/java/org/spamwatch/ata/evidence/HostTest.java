package org.spamwatch.ata.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** What is remembered of a host is what is found out anew. */
class HostTest {
  private static final DomainList PUBLIC_MAIL = new DomainList("public-mail-domains.txt");
  private static final DomainList SHARED = new DomainList("shared-link-hosts.txt");

  private static final List<String> ENDS =
      List.of("net", "co.uk", "gmail.com", "t.co", "github.io", "com.", "GOOGLE.COM", "b\u00fc.de");

  private static void check(String name) {
    Host host = Host.of(name);
    Optional<String> ascii = Domains.ascii(name);
    Optional<String> domain = ascii.flatMap(Domains::registered);
    assertThat(host.ascii()).isEqualTo(ascii);
    assertThat(host.domain()).isEqualTo(domain).isEqualTo(Domains.organisational(name));
    assertThat(host.isPublicMail())
        .isEqualTo(ascii.map(each -> PUBLIC_MAIL.contains(each, domain)).orElse(false));
    assertThat(host.isShared()).isEqualTo(SHARED.contains(name, domain));
    assertThat(host.domainHash()).isEqualTo(EvidenceHash.ofDomain(domain.orElse(name)));
  }

  @Test
  void whoeverWasAskedForInBetween() {
    Random random = new Random(1);
    for (int i = 0; i < 12_000; i++) { // more names than are remembered
      check("host" + random.nextInt(1200) + "." + ENDS.get(random.nextInt(ENDS.size())));
    }
  }

  @Property(tries = 200)
  void whateverTheNameIs(@ForAll String name) {
    check(name.length() > Domains.LONGEST ? name.substring(0, Domains.LONGEST) : name);
  }

  @Test
  void nothingIsKnownOfANameThatIsTooLong() {
    Host host = Host.of("a.".repeat(200) + "net");
    assertThat(host.ascii()).isEmpty();
    assertThat(host.domain()).isEmpty();
    assertThat(host.isPublicMail()).isFalse();
    assertThat(host.isShared()).isFalse();
  }
}
