package org.spamwatch.overlay.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.Arrays;
import java.util.Random;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.Size;
import org.spamwatch.overlay.Message;

/** What holds of every message, and of every message that was damaged on its way. */
class WirePropertyTest {
  @Provide
  Arbitrary<Message> messages() {
    return WireMessages.any();
  }

  @Property(tries = 500)
  void everyMessageSurvivesTheWire(@ForAll("messages") Message message) throws WireException {
    byte[] bytes = WireMessages.TABLE.encode(message);
    assertThat(WireMessages.TABLE.decode(bytes)).isEqualTo(message);
  }

  @Property(tries = 100)
  void aMessageCutShortAnywhereIsRefused(@ForAll("messages") Message message) {
    byte[] bytes = WireMessages.TABLE.encode(message);
    for (int length = 0; length < bytes.length; length++) {
      byte[] cut = Arrays.copyOf(bytes, length);
      assertThatExceptionOfType(WireException.class)
          .as("%d of %d bytes", length, bytes.length)
          .isThrownBy(() -> WireMessages.TABLE.decode(cut));
    }
  }

  @Property(tries = 500)
  void aMessageWithATrailingByteIsRefused(
      @ForAll("messages") Message message, @ForAll byte trailing) {
    byte[] bytes = WireMessages.TABLE.encode(message);
    byte[] longer = Arrays.copyOf(bytes, bytes.length + 1);
    longer[bytes.length] = trailing;
    assertThatExceptionOfType(WireException.class)
        .isThrownBy(() -> WireMessages.TABLE.decode(longer))
        .withMessageContaining("more follow");
  }

  @Property(tries = 500)
  void aDamagedMessageIsRefusedOrIsAnotherMessageInItsOneForm(
      @ForAll("messages") Message message, @ForAll long seed) {
    Random random = new Random(seed);
    byte[] bytes = WireMessages.TABLE.encode(message);
    for (int flips = 1 + random.nextInt(4); flips > 0; flips--) {
      bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
    }
    assertRefusedOrCanonical(bytes);
  }

  @Property(tries = 500)
  void arbitraryBytesAreRefusedOrAreAMessageInItsOneForm(
      @ForAll @Size(max = 400) byte[] bytes, @ForAll long seed) {
    if (bytes.length > 0 && seed % 2 == 0) {
      bytes[0] = (byte) (1 + Math.floorMod(seed, 40)); // a type that exists: deeper into a reader
    }
    assertRefusedOrCanonical(bytes);
  }

  private static void assertRefusedOrCanonical(byte[] bytes) {
    Message message;
    try {
      message = WireMessages.TABLE.decode(bytes);
    } catch (WireException e) {
      assertThat(e.getMessage()).isNotBlank().doesNotContain("\n");
      return;
    }
    assertThat(WireMessages.TABLE.encode(message)).isEqualTo(bytes);
  }
}
