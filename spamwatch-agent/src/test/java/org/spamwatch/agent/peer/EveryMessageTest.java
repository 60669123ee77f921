package org.spamwatch.agent.peer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.spamwatch.overlay.Limits;
import org.spamwatch.overlay.wire.MessageTable;
import org.spamwatch.overlay.wire.UnknownTypeException;
import org.spamwatch.overlay.wire.WireException;

/** The messages of all modules together, as peers exchange them. */
class EveryMessageTest {
  private final MessageTable codec = PeerCore.messages(Limits.DEFAULT);

  private boolean isKnown(int type) {
    try {
      codec.decode(new byte[] {(byte) type});
      return true;
    } catch (UnknownTypeException e) {
      return false;
    } catch (WireException e) {
      return true;
    }
  }

  private Set<Integer> known() {
    Set<Integer> known = new TreeSet<>();
    for (int type = 0; type < 256; type++) {
      if (isKnown(type)) {
        known.add(type);
      }
    }
    return known;
  }

  @Test
  void everyTypeHasAGoldenMessage() {
    Set<Integer> golden = new TreeSet<>();
    GoldenFrames.all().forEach(frame -> golden.add(frame[0] & 0xFF));
    assertThat(golden).containsExactlyElementsOf(known());
  }

  @Test
  void goldenMessagesAreReadAndWrittenByteByByte() throws WireException {
    int read = 0;
    for (byte[] frame : GoldenFrames.all()) {
      try {
        assertThat(codec.encode(codec.decode(frame))).isEqualTo(frame);
        read++;
      } catch (UnknownTypeException e) {
        assertThat(e.typeId()).isEqualTo(GoldenFrames.TEST_TYPE);
      }
    }
    assertThat(read).isGreaterThan(20);
  }

  @Test
  void typesThatAreNotAssignedAreSkippedWhateverFollows() {
    for (int type = 0; type < 256; type++) {
      if (!known().contains(type)) {
        for (byte[] tail : List.of(new byte[0], new byte[] {0}, new byte[100])) {
          byte[] frame = new byte[1 + tail.length];
          frame[0] = (byte) type;
          assertThatExceptionOfType(UnknownTypeException.class)
              .isThrownBy(() -> codec.decode(frame));
        }
      }
    }
  }
}
