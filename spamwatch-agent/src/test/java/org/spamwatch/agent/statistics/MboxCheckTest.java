package org.spamwatch.agent.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.spamwatch.statistics.FilterParameters;
import org.spamwatch.statistics.FilterTrainer;
import org.spamwatch.statistics.Judge;
import org.spamwatch.statistics.StatisticalFilter;
import org.spamwatch.statistics.StatisticalFilter.Classification;
import org.spamwatch.statistics.TokenCounts;
import org.spamwatch.statistics.TokenHash;
import org.spamwatch.statistics.mail.MailTokens;
import org.spamwatch.statistics.mail.TokenLimits;

class MboxCheckTest {
  private static final String POSTMARK = "From joe@x.example Mon Jan  1 00:00:00 2001\n";
  private static final int MAILS = 300; // of each kind, more than a filter needs
  private static final TokenHash HASH = TokenHash.keyed(1, 2);
  private static final StatisticalFilter FILTER = filter();

  @TempDir Path directory;

  private record Checked(long offset, double indicator, Classification classification) {}

  /** In each spam word0 to word9, in each ham word10 to word19. */
  private static StatisticalFilter filter() {
    TreeMap<Long, Boolean> isSpam = new TreeMap<>();
    for (int i = 0; i < 20; i++) {
      byte[] token = word(i).getBytes(StandardCharsets.US_ASCII);
      isSpam.put(HASH.hash(token, 0, token.length), i < 10);
    }
    TokenCounts counts =
        new TokenCounts() {
          @Override
          public int spamMails() {
            return MAILS;
          }

          @Override
          public int hamMails() {
            return MAILS;
          }

          @Override
          public void forEach(Visitor visitor) {
            isSpam.forEach(
                (token, spam) -> visitor.token(token, spam ? MAILS : 0, spam ? 0 : MAILS));
          }
        };
    return new FilterTrainer(FilterParameters.DEFAULT).train(counts, List.of(), 0, 0).filter();
  }

  private static String word(int i) {
    return "word" + (char) ('a' + i);
  }

  private static String mail(SplittableRandom random, int words) {
    StringBuilder mail = new StringBuilder("Subject: x\n\n");
    int kind = random.nextInt(3);
    for (int i = 0; i < words; i++) {
      int word = kind == 2 ? random.nextInt(20) : kind * 10 + random.nextInt(10);
      mail.append(word(word)).append(random.nextInt(9) == 0 ? "\n\nFrom here\n" : " ");
    }
    return mail.append('\n').toString();
  }

  private List<Checked> check(Path mbox, int workers) throws IOException {
    List<Checked> checked = new ArrayList<>();
    new MboxCheck(FILTER, HASH, workers)
        .check(
            mbox, (offset, indicator, kind) -> checked.add(new Checked(offset, indicator, kind)));
    return checked;
  }

  private static Checked alone(long offset, String mail) {
    byte[] bytes = mail.getBytes(StandardCharsets.US_ASCII);
    Judge judge = Judge.of(FILTER);
    judge.begin();
    new MailTokens(TokenLimits.DEFAULT)
        .read(bytes, 0, bytes.length, (b, from, to) -> judge.token(HASH.hash(b, from, to)));
    return new Checked(offset, judge.indicator(), judge.classification());
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5})
  void mailsAreJudgedAsAloneAndInTheirOrder(int workers) throws IOException {
    SplittableRandom random = new SplittableRandom(workers);
    StringBuilder mbox = new StringBuilder();
    List<Checked> expected = new ArrayList<>();
    while (mbox.length() < 5 << 20) { // some stretches, and mails longer than one
      String mail = mail(random, random.nextInt(50) == 0 ? 200_000 : random.nextInt(2000));
      expected.add(alone(mbox.length(), mail));
      mbox.append(POSTMARK).append(mail).append('\n');
    }
    Path file = directory.resolve("mbox");
    Files.writeString(file, mbox, StandardCharsets.US_ASCII);
    assertThat(check(file, workers)).isEqualTo(expected);
    assertThat(expected)
        .extracting(Checked::classification)
        .contains(Classification.SPAM, Classification.HAM);
  }

  @Test
  void aFileWithoutPostmarkIsOneMail() throws IOException {
    Path file = directory.resolve("mail");
    String mail = mail(new SplittableRandom(3), 300_000) + "\n" + POSTMARK + "\nworda\n";
    Files.writeString(file, mail, StandardCharsets.US_ASCII);
    assertThat(check(file, 2)).containsExactly(alone(0, mail));
  }

  @Test
  void anEmptyFileHasNoMail() throws IOException {
    Path file = Files.createFile(directory.resolve("empty"));
    assertThat(check(file, 2)).isEmpty();
  }
}
