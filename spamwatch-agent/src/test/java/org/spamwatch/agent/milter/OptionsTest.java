package org.spamwatch.agent.milter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.Unpooled;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** No more is agreed to than is offered, nor than is needed. */
final class OptionsTest {
  private static Options agreed(int version, int actions, int steps, boolean quarantines)
      throws WrongPacketException {
    return agreed(version, actions, steps, quarantines, false);
  }

  private static Options agreed(
      int version, int actions, int steps, boolean quarantines, boolean counts)
      throws WrongPacketException {
    return Options.agreed(
        Unpooled.buffer().writeInt(version).writeInt(actions).writeInt(steps), quarantines, counts);
  }

  @ParameterizedTest
  @CsvSource({
    // Sendmail 8.13: what is new since is not offered
    "2, 0x3F, 0x7F, false, 2, 0x11, 0x47",
    // Postfix 3 and Sendmail 8.18 in full
    "6, 0x1FF, 0x1FFFFF, false, 6, 0x11, 0x87C7",
    "6, 0x1FF, 0x1FFFFF, true, 6, 0x31, 0x87C7",
    // a newer one is spoken to as by this version
    "7, -1, -1, true, 6, 0x31, 0x87C7",
    // without skipping, bodies are not answered at all
    "6, 0x1FF, 0x1FFBFF, false, 6, 0x11, 0x883C7",
    "3, 0, 0, true, 3, 0, 0"
  })
  void whatIsOfferedAndNeeded(
      String version,
      String actions,
      String steps,
      boolean quarantines,
      String agreedVersion,
      String agreedActions,
      String agreedSteps)
      throws WrongPacketException {
    Options agreed =
        agreed(
            Long.decode(version).intValue(),
            Long.decode(actions).intValue(),
            Long.decode(steps).intValue(),
            quarantines);
    assertThat(agreed)
        .isEqualTo(
            new Options(
                Integer.decode(agreedVersion),
                Integer.decode(agreedActions),
                Integer.decode(agreedSteps),
                false));
  }

  @Test
  void anAnswerIsGivenWhereItIsWaitedFor() throws WrongPacketException {
    Options old = agreed(2, 0x3F, 0x7F, false);
    assertThat(old.isAnswered(MilterCode.HEADER)).isTrue();
    assertThat(old.isAnswered(MilterCode.BODY)).isTrue();
    assertThat(old.maySkip()).isFalse();
    Options now = agreed(6, 0x1FF, 0x1FFFFF, false);
    assertThat(now.isAnswered(MilterCode.HEADER)).isFalse();
    assertThat(now.isAnswered(MilterCode.RECIPIENT)).isFalse();
    assertThat(now.isAnswered(MilterCode.MAIL)).isTrue();
    assertThat(now.isAnswered(MilterCode.BODY)).isTrue();
    assertThat(now.maySkip()).isTrue();
  }

  @Test
  void whereRecipientsAreCountedClientAndSenderAreSaidAndEachIsAnswered() throws Exception {
    Options counting = agreed(6, 0x1FF, 0x1FFFFF, false, true);
    assertThat(counting.steps()).isEqualTo(0x7C2);
    assertThat(counting.counts()).isTrue();
    assertThat(counting.isAnswered(MilterCode.RECIPIENT)).isTrue();
    assertThat(counting.isAnswered(MilterCode.HEADER)).isFalse();
  }

  @Test
  void whatIsTooOldOrTooShortIsRefused() {
    assertThatThrownBy(() -> agreed(1, 1, 1, false))
        .isInstanceOf(WrongPacketException.class)
        .hasMessage("milter protocol 1; known are 2 and newer");
    assertThatThrownBy(() -> Options.agreed(Unpooled.buffer().writeInt(6), false, false))
        .isInstanceOf(WrongPacketException.class)
        .hasMessage("milter options of 4 bytes, not 12");
  }
}
