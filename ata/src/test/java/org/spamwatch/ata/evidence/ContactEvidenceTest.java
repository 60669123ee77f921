package org.spamwatch.ata.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whom a mail asks to be written to, and who is left out. */
class ContactEvidenceTest {
  private static final String HEAD = "From: Boss <b@sender.net>\nTo: victim@example.org\n";

  private static final String MARKED =
      HEAD + "\nWrite to barrister.x@gmail.com about the money of the late engineer.\n";

  private static Set<String> addresses(String text) {
    Set<MailAddress> addresses = new LinkedHashSet<>();
    MailAddress.collect(text, 10, addresses);
    return addresses.stream().map(MailAddress::toString).collect(Collectors.toSet());
  }

  private static Set<Long> contacts(String mail) {
    return Evidences.keys(EvidenceKind.CONTACT, mail);
  }

  @ParameterizedTest
  @CsvSource({
    "'<Some.Body@Example.ORG>.', some.body@example.org",
    "mail:a_b-c@mail.example.co.uk!, a_b-c@mail.example.co.uk",
    "bob+tag@example.org, bob@example.org",
    "J.Doe+x@googlemail.com, jdoe@gmail.com",
    "info@b\u00FCcher.de, info@xn--bcher-kva.de",
    "\u5730\u5740@example.org, \u5730\u5740@example.org"
  })
  void addressesAreReadAsServersReadThem(String text, String address) {
    assertThat(addresses(text)).containsExactly(address);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "@",
        "a@",
        "@example.org",
        "a@b",
        "a@1.2.3.4",
        "a@com",
        "a@@example.org",
        "+@example.org"
      })
  void otherTextIsNone(String text) {
    assertThat(addresses(text)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Reply-To: <Barrister.X+1@googlemail.com>\n\nanother text",
        "Content-Type: text/html\n\n<p>answer <a href='mailto:barristerx%40gmail.com?subject=x'>here",
        "\n> BARRISTER.X@GMAIL.COM <"
      })
  void oneAddressIsOneWhereverItStands(String rest) {
    assertThat(Evidences.agree(EvidenceKind.CONTACT, MARKED, HEAD + rest)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\nDear victim@example.org, you have won",
        "\nask colleague@mail.example.org",
        "Delivered-To: box@gmail.com\n\nDear box@gmail.com",
        "Received: by mx for <box@gmail.com>; today\n\nDear box@gmail.com",
        "List-Id: A list <talk.lists.one.net>\n\nto talk@lists.one.net or owner@lists.one.net",
        "List-Post: <mailto:talk@one.net>\nReply-To: talk@one.net\n\ntext",
        "Return-Path: <talk-bounce@one.net>\nReply-To: talk@one.net\nTo: talk@one.net\n\ntext",
        "Sender: talk-owner@one.net\nReply-To: talk@one.net\n\ntext, talk-remove@one.net",
        "List-Unsubscribe: <mailto:off@one.net>\n\nwrite to off@one.net",
        "\nwrite to talk-unsubscribe@one.net, talk-request@one.net, no-reply@one.net",
        "\nfrom bounces+victim=example.org@one.net"
      })
  void recipientsListsAndNobodyAreNoContacts(String rest) {
    assertThat(contacts(HEAD + rest)).isEmpty();
  }

  @Test
  void whoWritesToHimselfIsNoRecipient() {
    String mail = "From: x@gmail.com\nReply-To: claims@gmail.com\nTo: claims@gmail.com\n\ntext\n";
    assertThat(contacts(mail)).hasSize(1);
  }

  @Test
  void anAddressLikeThatOfBouncesIsNoList() {
    String head = "From: x@gmail.com\nReply-To: claims@one.net\n";
    assertThat(contacts(head + "Return-Path: <claims-office@one.net>\n\ntext")).hasSize(2);
    assertThat(contacts(head + "Return-Path: <claims-bounce@two.net>\n\ntext")).hasSize(2);
  }

  @Test
  void anAddressForAnswersAtADomainOfItsOwnIsEnough() {
    Set<Long> own = contacts(HEAD + "Reply-To: claims@one.net\n\ntext");
    assertThat(own).hasSize(2);
    assertThat(own.stream().filter(EvidenceHash::isSufficient)).hasSize(1);
    assertThat(contacts(HEAD + "Reply-To: claims@gmail.com\n\ntext"))
        .hasSize(1)
        .noneMatch(EvidenceHash::isSufficient);
    assertThat(contacts(MARKED)).noneMatch(EvidenceHash::isSufficient);
  }

  @Test
  void noSpamThatNamesAShopsAddressReachesTheShopsMail() {
    Set<Long> spam = contacts("From: x@two.net\nReply-To: orders@shop.one.net\n\ntext");
    Set<Long> mail = contacts("From: news@one.net\nReply-To: orders@shop.one.net\n\ntext");

    assertThat(spam.stream().filter(EvidenceHash::isSufficient)).hasSize(1);
    assertThat(spam).hasSize(2);
    assertThat(mail).as("of its own domain").isEmpty();
  }

  @Test
  void ofAnAddressNoMoreThanThirtyTwoBitsAreLeft() {
    assertThat(EvidenceHash.ofAddress("a@example.org"))
        .isEqualTo(EvidenceHash.ofAddress("a@example.org"))
        .isNotEqualTo(EvidenceHash.ofAddress("b@example.org"));
    long inverse = 0xF1DE_83E1_9937_733DL; // of the factor, modulo 2^64
    long hash = EvidenceHash.ofAddress("a@example.org");
    long possible = 0;
    for (long flags = 0; flags < 64; flags++) {
      long mixed = (hash & -64) | flags;
      mixed ^= (mixed >>> 29) ^ (mixed >>> 58);
      possible += (mixed * inverse) >>> 32 == 0 ? 1 : 0;
    }
    assertThat(possible).isEqualTo(1);
  }

  @Test
  void aThousandAddressesAreFiveKeysWhateverTheirOrder() {
    Set<String> many = new TreeSet<>();
    for (int i = 0; i < 400; i++) {
      many.add("person" + i + "@one" + i % 7 + ".net");
    }
    String up = HEAD + "\n" + String.join(" ", many);
    String down =
        HEAD
            + "\n"
            + many.stream().sorted((a, b) -> b.compareTo(a)).collect(Collectors.joining("\n"));
    assertThat(contacts(up)).hasSize(5).isEqualTo(contacts(down));
  }

  @Property(tries = 500)
  void anyTextIsRead(@ForAll String text) {
    assertThat(addresses(text + "@" + text)).allMatch(address -> address.indexOf('@') > 0);
  }
}
