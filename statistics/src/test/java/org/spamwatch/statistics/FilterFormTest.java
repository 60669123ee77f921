package org.spamwatch.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.zip.CRC32C;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.spamwatch.sketch.ValueBloomFilter;
import org.spamwatch.sketch.ValueBloomFilter.Choice;
import org.spamwatch.sketch.ValueBloomFilter.Layout;
import org.spamwatch.statistics.FilterParameters.Scale;
import org.spamwatch.statistics.FilterTrainer.MarkedMail;
import org.spamwatch.statistics.StatisticalFilter.Classification;
import org.spamwatch.statistics.StatisticalFilter.TrainingRecord;

/** The serial form of a filter: read back as it was, the documented bytes, and hostile ones. */
class FilterFormTest {
  private static final int MOST = FilterParameters.MOST_BYTES;

  private static final StatisticalFilter FILTER =
      filter(FilterParameters.DEFAULT.withBytes(FilterParameters.LEAST_BYTES), 450);

  private static StatisticalFilter filter(FilterParameters parameters, int mails) {
    List<MarkedMail> learnt = new GeneratedMails(3).mails(mails);
    return new FilterTrainer(parameters)
        .train(GeneratedMails.learnt(learnt), learnt, 1_800_000_000L, 0x0123456789ABCDEFL)
        .filter();
  }

  @Property(tries = 20)
  void isReadBackAsItWas(
      @ForAll @IntRange(min = 2, max = 16) int levels,
      @ForAll @IntRange(min = 1, max = 8) int hashes,
      @ForAll Layout layout,
      @ForAll Choice choice,
      @ForAll Scale scale,
      @ForAll Combination.Method method) {
    StatisticalFilter filter =
        filter(
            FilterParameters.DEFAULT
                .withBytes(FilterParameters.LEAST_BYTES)
                .with(hashes, levels)
                .with(layout, choice, scale)
                .with(combination(method)),
            100);
    byte[] bytes = filter.bytes();
    StatisticalFilter read = StatisticalFilter.read(bytes, MOST);
    assertThat(read.bytes()).isEqualTo(bytes);
    assertThat(read.toString()).isEqualTo(filter.toString());
    assertThat(read.combination()).isEqualTo(filter.combination());
    assertThat(read.thresholds()).isEqualTo(filter.thresholds());
    assertThat(read.record()).isEqualTo(filter.record());
    Judge judge = Judge.of(filter);
    Judge same = Judge.of(read);
    for (MarkedMail mail : new GeneratedMails(4).mails(20)) {
      assertThat(GeneratedMails.indicator(same, mail))
          .isEqualTo(GeneratedMails.indicator(judge, mail));
      assertThat(same.classification()).isEqualTo(judge.classification());
    }
  }

  private static Combination combination(Combination.Method method) {
    return switch (method) {
      case CHI_SQUARE -> Combination.BOGOFILTER;
      case GEOMETRIC_MEAN -> Combination.QSF;
      case LOGIT -> Combination.DEFAULT;
    };
  }

  private static byte[] golden(String name) throws IOException {
    try (InputStream in = FilterFormTest.class.getResourceAsStream(name)) {
      String hex = new String(in.readAllBytes(), StandardCharsets.US_ASCII);
      return HexFormat.of().parseHex(hex.replaceAll("#.*|\\s", ""));
    }
  }

  private static StatisticalFilter golden(Corrections corrections) {
    ValueBloomFilter values = new ValueBloomFilter(16, 4, 2, 3, Layout.ROTATED);
    values.put(5, 0);
    values.put(6, 3);
    return new StatisticalFilter(
        values,
        new double[] {.0625, .25, .5, .875},
        Choice.AGGRESSIVE,
        corrections,
        new Combination(Combination.Method.LOGIT, true, 2, .5, .125, false, new Thresholds(.9, .1)),
        new Thresholds(.75, .25, .0625),
        new TrainingRecord(300, 200, 2, 1_800_000_000L, 0x0123456789ABCDEFL));
  }

  /** What was once written is read for as long as its version is. */
  @Test
  void theGoldenFileIsReadAndWrittenAsItWas() throws IOException {
    byte[] golden = golden("filter-2.hex");
    // 6 is put at level 3, and said to be at 2; 13 is not put, and is found all the same
    Corrections corrections =
        Corrections.read(
            ByteBuffer.allocate(22)
                .putInt(2)
                .putLong(6)
                .put((byte) 2)
                .putLong(13)
                .put((byte) 0xFF)
                .flip(),
            4);
    StatisticalFilter filter = golden(corrections);
    assertThat(HexFormat.of().formatHex(filter.bytes()))
        .isEqualTo(HexFormat.of().formatHex(golden));
    StatisticalFilter read = StatisticalFilter.read(golden, MOST);
    assertThat(read.bytes()).isEqualTo(golden);
    assertThat(read.spamminess(5)).hasValue(.0625);
    assertThat(read.spamminess(6)).hasValue(.5);
    assertThat(golden(Corrections.none()).spamminess(13)).isPresent();
    assertThat(read.spamminess(13)).isEmpty();
    assertThat(read.classification(.75)).isEqualTo(Classification.SPAM);
  }

  @Test
  void aFileOfTheVersionBeforeIsRead() throws IOException {
    StatisticalFilter read = StatisticalFilter.read(golden("filter-1.hex"), MOST);
    assertThat(read.bytes()).isEqualTo(golden(Corrections.none()).bytes());
    assertThat(read.spamminess(6)).hasValue(.875);
  }

  @Test
  void whatIsBesideTheBitsIsSmall() {
    int beside = 92 + 12 * 8 + 20 + 4 + 4;
    assertThat(FILTER.bytes().length).isBetween(60_000, FilterParameters.LEAST_BYTES + beside);
  }

  /** A checksum alone would refuse all of these, so theirs is made to hold. */
  @Property(tries = 500)
  void anyBytesAreAFilterOrRefused(
      @ForAll @Size(max = 30) byte[] noise, @ForAll @IntRange(max = 300) int cut) {
    byte[] bytes = Arrays.copyOf(FILTER.bytes(), 400 + 4);
    for (int i = 0; i + 1 < noise.length; i += 2) {
      bytes[noise[i] & 0xFF] ^= noise[i + 1];
    }
    byte[] sent = checked(Arrays.copyOf(bytes, bytes.length - cut));
    try {
      StatisticalFilter.read(sent, MOST);
    } catch (IllegalArgumentException e) {
      assertThat(e.getMessage()).isNotBlank().doesNotContain("\n");
    }
  }

  private static byte[] checked(byte[] bytes) {
    CRC32C crc = new CRC32C();
    crc.update(bytes, 0, bytes.length - 4);
    ByteBuffer.wrap(bytes).putInt(bytes.length - 4, (int) crc.getValue());
    return bytes;
  }

  @Test
  void whatIsDamagedNewerTooLargeOrTooFullIsRefused() {
    byte[] bytes = FILTER.bytes();
    for (int place : new int[] {10, 90, 5_000, bytes.length - 1}) {
      byte[] damaged = bytes.clone();
      damaged[place] ^= 4;
      assertRefused(damaged, "damaged");
    }
    assertRefused(Arrays.copyOf(bytes, 20), "cut off");
    assertRefused(Arrays.copyOf(bytes, bytes.length - 9), "cut off");
    assertRefused(new byte[200], "SWSF");
    assertRefused(checked(with(bytes, 4, 3)), "version 3");
    assertRefused(checked(with(bytes, 5, 3)), "unknown method 3");
    assertRefused(checked(with(bytes, 6, 4)), "unknown flags 4");
    assertRefused(checked(with(bytes, 7, 3)), "unknown choice 3");
    assertRefused(checked(with(bytes, 92, 0x40)), "spamminess");
    byte[] longer = Arrays.copyOf(bytes, bytes.length + 1);
    assertRefused(checked(longer), "too many");
    byte[] full = bytes.clone();
    int bits = 92 + 12 * 8 + 20;
    Arrays.fill(full, bits, bits + 60_000, (byte) -1);
    assertRefused(checked(full), "exceeds 0.750");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> StatisticalFilter.read(bytes, 50_000))
        .withMessageContaining("entries, not 40618");
  }

  private static byte[] with(byte[] bytes, int place, int value) {
    byte[] other = bytes.clone();
    other[place] = (byte) value;
    return other;
  }

  private static void assertRefused(byte[] bytes, String why) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> StatisticalFilter.read(bytes, MOST))
        .withMessageContaining(why);
  }

  @Test
  void whatIsTooFullIsNotWritten() {
    FilterParameters small =
        new FilterParameters(
            FilterParameters.LEAST_BYTES,
            16,
            32,
            Layout.ROTATED,
            Choice.CONSERVATIVE,
            Scale.LOG_ODDS,
            Combination.BOGOFILTER,
            1);
    CountTable counts = new CountTable();
    for (int mail = 0; mail < 300; mail++) {
      long[] tokens = new long[200];
      for (int i = 0; i < tokens.length; i++) {
        tokens[i] = mail * 200L + i;
      }
      counts.learn(tokens, tokens.length, mail % 2 == 0);
    }
    StatisticalFilter filter = new FilterTrainer(small).train(counts, List.of(), 1, 1).filter();
    assertThatThrownBy(filter::bytes)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("60000 tokens")
        .hasMessageContaining("make it larger");
  }
}
