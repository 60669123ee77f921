package org.spamwatch.simulator.detection;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.spamwatch.ata.mail.MailLimits;
import org.spamwatch.ata.mail.MailText;
import org.spamwatch.ata.mail.NotAMailException;
import org.spamwatch.simulator.corpus.CorpusException;
import org.spamwatch.simulator.detection.BrandsExperiment.Row;

/** Copies of brands' mails, and what becomes of the mails. */
final class BrandsExperimentTest {
  private static final int MAILS = 5;

  @TempDir private Path directory = Path.of("");

  /** A receipt of a shop, that leads to a domain. */
  private static String receipt(String shop, String linked, Random random) {
    return """
        From: %1$s <orders@%1$s.com>
        To: Bob <bob@home.example>
        Subject: Your order at %1$s
        Content-Type: text/html

        <html><body><h1>%1$s</h1><p>Hello Bob, you paid 17.50 for number 4711.</p>
        <p>%3$s</p><a href="https://www.%2$s/orders/show/the/longest?of=them">Order</a>
        <a href="https://www.%2$s/help">Help</a> <a href="https://www.%2$s/terms">Terms</a>
        </body></html>
        """
        .formatted(shop, linked, Words.paragraph(600, random));
  }

  private void write(String name, String mail) throws IOException {
    Path folder = Files.createDirectories(directory.resolve("receipts"));
    Files.writeString(folder.resolve(name), mail, StandardCharsets.UTF_8);
  }

  private Map<String, Row> run() throws CorpusException {
    return new BrandsExperiment(directory, MAILS, 1)
        .run(line -> {}).stream().collect(Collectors.toMap(Row::way, Function.identity()));
  }

  @Test
  void aBrandThatLeadsToItselfAndIsCalledAsItsDomainIsKeptAndCopiesAreFound() throws Exception {
    Random random = new Random(3);
    for (int i = 0; i < MAILS; i++) {
      String shop = "shop" + Words.word(8, random);
      write("mail" + i, receipt(shop, shop + ".com", random));
    }
    write("letter", "From: a@b.com\n\n" + Words.paragraph(600, random));
    Map<String, Row> rows = run();

    assertThat(rows).hasSize(BrandCopy.values().length);
    assertThat(rows.values())
        .allSatisfy(
            row -> {
              assertThat(row.pairs()).as("the letter has no links").isEqualTo(MAILS);
              assertThat(row.real()).as(row.way()).isZero();
              assertThat(row.proven()).isZero();
              assertThat(row.others()).isZero();
              assertThat(row.found()).as(row.way()).isEqualTo(MAILS);
            });
  }

  @Test
  void ofWhoLeadsElsewhereACopyThatKeepsNothingCannotBeToldFromTheMail() throws Exception {
    Random random = new Random(4);
    for (int i = 0; i < MAILS; i++) {
      write(
          "mail" + i,
          receipt("shop" + Words.word(8, random), Words.word(9, random) + ".net", random)
              .replaceFirst("From: \\S+ ", "From: The shop "));
    }
    Map<String, Row> rows = run();

    assertThat(rows.get(BrandCopy.ALL_LINKS.label())).extracting(Row::real).isEqualTo(MAILS);
    assertThat(rows.get(BrandCopy.MAIN_LINK.label())).extracting(Row::real).isEqualTo(0);
    assertThat(rows.values()).allMatch(row -> row.proven() == 0);
  }

  @Test
  void aCopyKeepsThePageAndChangesWhoSendsItWhereItLeadsAndNumbers() throws NotAMailException {
    Random random = new Random(5);
    MailText real = mail(receipt("shop", "shop.com", random));
    String main = new String(BrandCopy.MAIN_LINK.make(real, random), StandardCharsets.UTF_8);

    assertThat(main)
        .contains("From: shop <info@", "<h1>shop</h1>", "https://www.shop.com/help")
        .doesNotContain("/orders/show", "4711", "17.50", "orders@shop.com", "Hello Bob");
    assertThat(new String(BrandCopy.ALL_LINKS.make(real, random), StandardCharsets.UTF_8))
        .contains("From: shop <info@")
        .doesNotContain("shop.com");
    assertThat(new String(BrandCopy.FORGED.make(real, random), StandardCharsets.UTF_8))
        .contains("From: shop <noreply@shop.com>");
    assertThat(new String(BrandCopy.DISPLAY_NAME.make(real, random), StandardCharsets.UTF_8))
        .containsPattern("From: shop <[a-z]+@gmail.com>");
    MailText home = mail(new String(BrandCopy.HOME.make(real, random), StandardCharsets.UTF_8));
    Optional<String> domain = BrandCopy.domain(home);
    assertThat(BrandCopy.page(home).source()).contains("https://" + domain.orElseThrow() + "/");
    assertThat(
            List.of(BrandCopy.links(BrandCopy.page(real)), BrandCopy.links(BrandCopy.page(home))))
        .containsExactly(3L, 3L);
  }

  private static MailText mail(String mail) throws NotAMailException {
    return MailText.of(mail.getBytes(StandardCharsets.UTF_8), MailLimits.DEFAULT);
  }
}
