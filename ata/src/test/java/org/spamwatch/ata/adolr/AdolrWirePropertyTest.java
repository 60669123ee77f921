package org.spamwatch.ata.adolr;

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
import org.spamwatch.overlay.wire.MessageTable;
import org.spamwatch.overlay.wire.WireException;

/** What holds of every ADOLR message, and of every one that was damaged on its way. */
class AdolrWirePropertyTest {
  private static final MessageTable TABLE = AdolrCluster.TABLE;

  @Provide
  Arbitrary<Message> messages() {
    return AdolrMessages.any();
  }

  @Property(tries = 500)
  void everyMessageSurvivesTheWire(@ForAll("messages") Message message) throws WireException {
    assertThat(TABLE.decode(TABLE.encode(message))).isEqualTo(message);
  }

  @Property(tries = 40)
  void aMessageCutShortAnywhereIsRefused(@ForAll("messages") Message message) {
    byte[] bytes = TABLE.encode(message);
    for (int length = 0; length < bytes.length; length++) {
      byte[] cut = Arrays.copyOf(bytes, length);
      assertThatExceptionOfType(WireException.class)
          .as("%d of %d bytes", length, bytes.length)
          .isThrownBy(() -> TABLE.decode(cut));
    }
  }

  @Property(tries = 500)
  void aDamagedMessageIsRefusedOrIsAnotherMessageInItsOneForm(
      @ForAll("messages") Message message, @ForAll long seed) {
    Random random = new Random(seed);
    byte[] bytes = TABLE.encode(message);
    // The fields in front decide how the rest is read, so damage is aimed there half of the time.
    int reach = random.nextBoolean() ? bytes.length : Math.min(bytes.length, 60);
    for (int flips = 1 + random.nextInt(4); flips > 0; flips--) {
      bytes[random.nextInt(reach)] ^= (byte) (1 << random.nextInt(8));
    }
    assertRefusedOrCanonical(bytes);
  }

  @Property(tries = 1000)
  void arbitraryBytesAreRefusedOrAreAMessageInItsOneForm(
      @ForAll @Size(min = 1, max = 400) byte[] bytes) {
    bytes[0] = (byte) (64 + Math.floorMod(bytes[0], 7));
    assertRefusedOrCanonical(bytes);
  }

  private static void assertRefusedOrCanonical(byte[] bytes) {
    Message message;
    try {
      message = TABLE.decode(bytes);
    } catch (WireException e) {
      assertThat(e.getMessage()).isNotBlank().doesNotContain("\n");
      return;
    }
    assertThat(TABLE.encode(message)).isEqualTo(bytes);
  }
}
