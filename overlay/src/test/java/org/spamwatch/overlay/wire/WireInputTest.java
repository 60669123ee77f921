package org.spamwatch.overlay.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.spamwatch.overlay.Limits;

class WireInputTest {
  private static final MessageTable TABLE = MessageTable.of(Limits.DEFAULT);

  private static <T> T read(String hex, WireReader<T> reader) throws WireException {
    return TABLE.read("value", HexFormat.of().parseHex(hex), reader);
  }

  private static void assertReads(String hex, WireReader<?> reader, Object value)
      throws WireException {
    Object read = read(hex, reader);
    assertThat(read).isEqualTo(value);
  }

  private static void assertRefused(String hex, WireReader<?> reader, String message) {
    assertThatExceptionOfType(WireException.class)
        .isThrownBy(() -> read(hex, reader))
        .withMessage(message);
  }

  private static String write(WireWriter<Boolean> writer) {
    return HexFormat.of().formatHex(TABLE.write("value", true, writer));
  }

  @Test
  void integersAreInNetworkOrder() throws WireException {
    assertThat(write((out, ignored) -> out.u16(0x0102))).isEqualTo("0102");
    assertThat(write((out, ignored) -> out.i32(0x01020304))).isEqualTo("01020304");
    assertThat(write((out, ignored) -> out.i64(0x0102030405060708L))).isEqualTo("0102030405060708");
    assertReads("fffe", in -> in.u16("n"), 0xFFFE);
    assertReads("fffffffe", in -> in.i32("n"), -2);
    assertReads("8000000000000001", in -> in.i64("n"), Long.MIN_VALUE + 1);
  }

  @ParameterizedTest
  @CsvSource({"0,00", "127,7f", "128,8001", "16383,ff7f", "16384,808001", "2147483647,ffffffff07"})
  void varintsHaveOneForm(int value, String hex) throws WireException {
    assertThat(write((out, ignored) -> out.varint(value, Integer.MAX_VALUE))).isEqualTo(hex);
    assertReads(hex, in -> in.varint("n", Integer.MAX_VALUE), value);
  }

  @Test
  void refusesVarintsInALongerForm() {
    assertRefused("8000", in -> in.varint("n", 9), "n is a varint with more bytes than it needs");
    assertRefused("808080808001", in -> in.varint("n", 9), "n is a varint of more than 5 bytes");
  }

  @Test
  void refusesVarintsAboveTheirLimit() {
    assertRefused("0a", in -> in.varint("n", 9), "n 10 exceeds the limit of 9");
    assertRefused(
        "ffffffff7f",
        in -> in.varint("n", Integer.MAX_VALUE),
        "n 34359738367 exceeds the limit of 2147483647");
  }

  @Test
  void refusesALengthBeforeBelievingIt() {
    assertRefused(
        "ffffffff07", in -> in.bytes("b", 16), "b length 2147483647 exceeds the limit of 16");
    assertRefused("10", in -> in.bytes("b", 16), "b needs 16 bytes, 0 are left");
  }

  @Test
  void refusesABooleanThatIsNeither() {
    assertRefused("02", in -> in.bool("answerWanted"), "answerWanted is 0 or 1, not 2");
  }

  @ParameterizedTest
  @ValueSource(strings = {"01ff", "02c080", "03eda080"})
  void refusesTextThatIsNotUtf8(String hex) {
    assertRefused(hex, in -> in.text("reason", 9), "reason is not UTF-8");
  }

  @Test
  void textIsLimitedInBytesNotCharacters() throws WireException {
    assertReads("04f09f9982", in -> in.text("t", 4), "🙂");
    assertRefused("04f09f9982", in -> in.text("t", 3), "t length 4 exceeds the limit of 3");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> write((out, ignored) -> out.text("🙂", 3)));
  }

  @Test
  void refusesHostsThatAreNotVisibleAscii() {
    assertRefused(
        "0261ff0001",
        in -> in.endpoint("e"),
        "value is invalid: a host is visible ASCII; character 1 is not");
    assertRefused("fe", in -> in.endpoint("e"), "e.host length 254 exceeds the limit of 253");
    assertRefused(
        "000001",
        in -> in.endpoint("e"),
        "value is invalid: a host has 1 to 253 characters, not 0");
  }

  @Test
  void anUncheckedSlipOfAReaderIsBadInput() {
    assertRefused(
        "00",
        in -> {
          throw new ArithmeticException("slip " + in.u8("n"));
        },
        "value is invalid: slip 0");
  }

  @Test
  void refusesToWriteNumbersThatDoNotFit() {
    assertThatIllegalArgumentException().isThrownBy(() -> write((out, ignored) -> out.u8(256)));
    assertThatIllegalArgumentException().isThrownBy(() -> write((out, ignored) -> out.u16(-1)));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> write((out, ignored) -> out.fixedBytes(new byte[3], 4)));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> write((out, ignored) -> out.text("\uD800", 9)));
  }
}
