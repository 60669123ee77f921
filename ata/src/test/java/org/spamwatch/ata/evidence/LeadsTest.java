package org.spamwatch.ata.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.ata.fingerprint.Scheme;

/** Which of two mails has the better claim to what both have. */
class LeadsTest {
  private static final MailMatcher.Ham NO_HAM = (scheme, identity) -> false;
  private static final String BRAND = "brand.com";
  private static final String EVIL = "evil.net";

  private static long sender(String domain) {
    return EvidenceKind.SENDER.identity(EvidenceHash.ofDomain(domain));
  }

  private static long host(String domain) {
    return EvidenceKind.HOST.identity(EvidenceHash.ofDomain(domain));
  }

  private static long name(String name, boolean isOwn) {
    return EvidenceKind.NAME.identity(EvidenceHash.ofName(name, isOwn));
  }

  private static long link(String domain) {
    return EvidenceKind.LINK.identity(EvidenceHash.ofDomain(domain));
  }

  private static Leads leads(List<Long> keys) {
    return new Leads(
        List.of(
            new FeatureVector(
                Scheme.EVIDENCE,
                false,
                keys.stream().distinct().map(FeatureVector::key).toList())));
  }

  /** From a domain, leading to others. */
  private static Leads from(String sender, String... links) {
    List<Long> keys = new ArrayList<>(List.of(sender(sender)));
    Arrays.stream(links).forEach(domain -> keys.add(link(domain)));
    return leads(keys);
  }

  private static boolean isKept(Leads mail, Leads mark) {
    return mail.areOriginalOf(mark);
  }

  /** The copy has the page's name, and all its links lead to one place. */
  @Test
  void aPageWhoseLinksWereTurnedToOnePlaceIsNoMarkOfIt() {
    long carrier = name("carrier", false);
    Leads real = leads(List.of(sender(BRAND), carrier, link("shop.com"), host("pay.com")));
    assertThat(isKept(real, leads(List.of(sender(EVIL), carrier, link("one.net"))))).isTrue();
    assertThat(isKept(real, leads(List.of(sender(EVIL), carrier, link(EVIL))))).isTrue();
    assertThat(isKept(real, leads(List.of(sender(BRAND), link("one.net"))))).isTrue();

    assertThat(isKept(real, leads(List.of(sender(EVIL), link("one.net"))))).isFalse();
    assertThat(isKept(real, leads(List.of(carrier, link("shop.com"))))).isFalse();
    assertThat(isKept(real, leads(List.of(carrier, link("one.net"), link("two.net"))))).isFalse();
    assertThat(isKept(real, leads(List.of(carrier)))).isFalse();
  }

  /** Else no copy that leads somewhere else would be reached by a mark of another. */
  @Test
  void ofTwoThatLeadToOnePlaceEachNeitherIsMadeOfTheOther() {
    long carrier = name("carrier", false);
    Leads one = leads(List.of(sender("a.com"), carrier, link("one.net")));
    Leads other = leads(List.of(sender("b.com"), carrier, link("two.net")));
    assertThat(isKept(one, other)).isFalse();
    assertThat(isKept(other, one)).isFalse();
  }

  @Test
  void whoLeadsToHimselfIsNotReachedByWhoDoesNot() {
    Leads mail = from(BRAND, BRAND, "carrier.com");

    assertThat(mail.isHome()).isTrue();
    assertThat(isKept(mail, from("other.net", EVIL))).isTrue();
    assertThat(isKept(mail, from(BRAND, EVIL))).as("the brand's address is forged").isTrue();
    assertThat(isKept(mail, from("other.net", BRAND, EVIL))).isTrue();
    assertThat(isKept(mail, leads(List.of(link(EVIL))))).as("from free mail").isTrue();
    assertThat(isKept(mail, from(EVIL, EVIL))).as("who leads to himself, too").isFalse();
    assertThat(isKept(from("other.net", BRAND), from("third.net", EVIL))).isFalse();
  }

  @Test
  void whatLeadsSomewhereElseTooWasMadeOfIt() {
    assertThat(isKept(from(BRAND, BRAND), from(BRAND, BRAND, EVIL))).isTrue();
    assertThat(isKept(from(BRAND, BRAND, "other.net"), from(BRAND, "other.net", BRAND, EVIL)))
        .isTrue();
    assertThat(isKept(from(BRAND, "shop.net"), from(EVIL, "shop.net", EVIL))).isTrue();
    assertThat(isKept(from(BRAND, BRAND), from(EVIL, BRAND, EVIL))).isTrue();
    assertThat(isKept(from(BRAND, "shop.net"), from(EVIL, EVIL))).as("nothing in common").isFalse();
    assertThat(isKept(from(BRAND, "shop.net", "third.net"), from(EVIL, "shop.net", EVIL)))
        .as("neither was made of the other")
        .isFalse();
    assertThat(isKept(from(BRAND), from(BRAND, EVIL))).as("it leads nowhere").isFalse();
  }

  @Test
  void whoeverTurnsDomainsRoundHidesNothingByALinkToEverybodys() {
    List<Long> one = List.of(sender("a.net"), link("a.net"), host("social.com"));
    List<Long> next = List.of(sender("b.net"), link("b.net"), host("social.com"));

    assertThat(isKept(leads(one), leads(next))).isFalse();
    assertThat(isKept(leads(next), leads(one))).isFalse();
  }

  @Test
  void hostsOfEverybodysAreInCommonAndNoMore() {
    Leads mail = leads(List.of(sender(BRAND), host("code.com"), host("social.com")));

    assertThat(isKept(mail, leads(List.of(sender(EVIL), link(EVIL), host("code.com"))))).isTrue();
    assertThat(isKept(mail, from(EVIL, EVIL))).isFalse();
    assertThat(isKept(mail, leads(List.of(sender(EVIL), host("other.com"), host("code.com")))))
        .as("a host of everybody's leads nobody astray")
        .isFalse();
    assertThat(isKept(from("code.com", "code.com"), leads(List.of(host("code.com"), link(EVIL)))))
        .as("to its owner it is his own")
        .isTrue();
    assertThat(mail.leadWhere(leads(List.of(host("code.com"))), NO_HAM)).isFalse();
  }

  @Test
  void aNameIsWhoseDomainIsCalledSo() {
    Leads mail = leads(List.of(sender(BRAND), name("brand", true)));

    assertThat(isKept(mail, leads(List.of(sender(EVIL), name("brand", false))))).isTrue();
    assertThat(isKept(mail, leads(List.of(sender(EVIL), link(EVIL), name("brand", false)))))
        .isTrue();
    assertThat(isKept(mail, leads(List.of(sender("brand.xyz"), name("brand", true))))).isFalse();
    assertThat(isKept(mail, leads(List.of(sender(EVIL), name("other", false))))).isFalse();
    assertThat(isKept(leads(List.of(name("brand", false))), leads(List.of(name("brand", false)))))
        .isFalse();
  }

  @Test
  void whereNothingIsKnownNobodyHasTheBetterClaim() {
    Leads mail = from(BRAND, BRAND);

    assertThat(isKept(mail, new Leads(List.of()))).isFalse();
    assertThat(isKept(new Leads(List.of()), from(BRAND, EVIL))).isFalse();
  }

  @Test
  void ofAMarkOfBeforeThatLeadsToManyItIsNotKnownWhetherToItsSender() {
    String[] six = IntStream.range(0, 6).mapToObj(i -> "d" + i + ".net").toArray(String[]::new);

    assertThat(from("old.net", six).isHome()).isTrue();
    assertThat(from("new.net", Arrays.copyOf(six, 5)).isHome()).isFalse();
  }

  @Test
  void whatMayHaveBeenLeftOutIsNothingThatIsMissing() {
    List<String> domains =
        IntStream.range(0, 40)
            .mapToObj(i -> "d" + i + ".net")
            .sorted((a, b) -> Long.compare(EvidenceHash.ofDomain(a), EvidenceHash.ofDomain(b)))
            .toList();
    String[] lowest = domains.subList(0, 5).toArray(String[]::new);
    String[] changed = lowest.clone();
    changed[4] = domains.get(39);

    assertThat(isKept(from("a.net", lowest), from("b.net", changed))).isFalse();
    changed[4] = lowest[4];
    changed[3] = domains.get(39);
    assertThat(isKept(from("a.net", lowest), from("b.net", changed)))
        .as("one of the mail's is missing in the mark")
        .isFalse();
  }

  @Test
  void bothLeadWhereIsNoHamAndNotTheSendersOwn() {
    Leads mail = from(BRAND, BRAND, "shop.net");

    assertThat(mail.leadWhere(from(EVIL, "shop.net"), NO_HAM)).isTrue();
    assertThat(mail.leadWhere(from(EVIL, BRAND), NO_HAM)).isFalse();
    assertThat(mail.leadWhere(from(EVIL, "shop.net"), (scheme, key) -> key == link("shop.net")))
        .isFalse();
  }

  @Property(tries = 2000)
  void ofTwoThatLeadHomeOrOfTwoThatDoNotAtMostOneIsTheOriginal(
      @ForAll @Size(max = 4) Set<@IntRange(min = 0, max = 4) Integer> links,
      @ForAll @Size(max = 4) Set<@IntRange(min = 0, max = 4) Integer> others,
      @ForAll @IntRange(min = 0, max = 4) int sender,
      @ForAll @IntRange(min = 0, max = 4) int other,
      @ForAll boolean isHostInCommon) {
    Leads one = random(sender, links, isHostInCommon);
    Leads two = random(other, others, isHostInCommon);
    if (one.isHome() == two.isHome()) {
      assertThat(isKept(one, two) && isKept(two, one)).isFalse();
    }
  }

  private static Leads random(int sender, Set<Integer> links, boolean hasHost) {
    List<Long> keys = new ArrayList<>(List.of(sender("d" + sender + ".net")));
    links.forEach(link -> keys.add(link("d" + link + ".net")));
    if (hasHost) {
      keys.add(host("social.com"));
    }
    return leads(keys);
  }
}
