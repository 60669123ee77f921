package org.spamwatch.ata;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.spamwatch.ata.fingerprint.Scheme;
import org.spamwatch.ata.mail.NotAMailException;
import org.spamwatch.overlay.Id;

/** A mail with too little text is known by what else it has, if that says enough. */
class MailWithoutTextTest {
  private static final ApproximateText TEXT = ApproximateText.standard();
  private static final ApproximateText ATA = TEXT.withEvidence();
  private static final String FROM = "From: Prizes <win@prizes.example>\n";
  private static final String SUBJECT = "Subject: you have won a prize today\n";
  private static final String PICTURE = "\n\n";

  private static AddressedMail named(String mail, Optional<String> proven)
      throws NotAMailException {
    return ATA.address(ATA.read(mail.getBytes(StandardCharsets.UTF_8)), proven);
  }

  private static AddressedMail named(String mail) throws NotAMailException {
    return named(mail, Optional.empty());
  }

  @Test
  void twoKindsAreEnough() throws NotAMailException {
    AddressedMail mail = named(FROM + SUBJECT + PICTURE);
    assertThat(mail.isAddressable()).isTrue();
    assertThat(mail.vectors()).extracting(vector -> vector.scheme()).containsOnly(Scheme.EVIDENCE);
    assertThat(mail.probes()).isEmpty();
    assertThat(mail.guid()).isPresent();
    assertThat(TEXT.address((FROM + SUBJECT + PICTURE).getBytes(StandardCharsets.UTF_8)))
        .isEqualTo(new AddressedMail(Optional.empty(), List.of()));
  }

  @Test
  void whatSaysNothingByItselfIsNot() throws NotAMailException {
    assertThat(named("From: Prizes <win@gmail.com>\n" + PICTURE).isAddressable()).isFalse();
    assertThat(named(SUBJECT + PICTURE).isAddressable()).isFalse();
    assertThat(named(SUBJECT + PICTURE, Optional.of("prizes.example")).isAddressable())
        .as("who is proven to send it is no witness")
        .isFalse();
    assertThat(named("Reply-To: claims@example.net\n" + PICTURE).isAddressable()).isTrue();
  }

  @Test
  void itsIdentityIsThatOfItsEvidenceWhoeverIsProven() throws NotAMailException {
    Id guid = named(FROM + SUBJECT + PICTURE).guid().orElseThrow();
    assertThat(named(FROM + SUBJECT + PICTURE, Optional.of("prizes.example")).guid())
        .contains(guid);
    assertThat(named(FROM + SUBJECT + "Date: today\nX-Other: a\n" + PICTURE).guid())
        .as("the order of fields is evidence, too")
        .isPresent();
    assertThat(named(FROM + "Subject: you have won another prize\n" + PICTURE).guid().orElseThrow())
        .isNotEqualTo(guid);
  }

  @Test
  void aTextKeepsItsIdentityAndLittleOfItIsOneToo() throws NotAMailException {
    String text =
        "\n\nwe are happy to tell you that you have won a prize which is yours to claim\n";
    assertThat(named(FROM + SUBJECT + text).guid())
        .isEqualTo(TEXT.address((FROM + SUBJECT + text).getBytes(StandardCharsets.UTF_8)).guid());
    String little = FROM + SUBJECT + "\n\n" + "1234567890 ".repeat(20);
    assertThat(named(little).vectors()).hasSize(1);
    assertThat(named(little).guid())
        .isEqualTo(TEXT.address(little.getBytes(StandardCharsets.UTF_8)).guid())
        .isPresent();
  }
}
