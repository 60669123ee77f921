package org.spamwatch.agent.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import org.h2.mvstore.WriteBuffer;
import org.h2.mvstore.type.ByteArrayDataType;
import org.junit.jupiter.api.Test;

class RowTypeTest {
  private static final byte[] ROW = {1, -2, 3};

  private static ByteBuffer written() {
    WriteBuffer buffer = new WriteBuffer();
    RowType.INSTANCE.write(buffer, ROW);
    return buffer.getBuffer().flip();
  }

  @Test
  void rowsAreWrittenAsMvStoreWritesArrays() {
    assertThat(RowType.INSTANCE.read(written())).isEqualTo(ROW);
    assertThat(ByteArrayDataType.INSTANCE.read(written())).isEqualTo(ROW);
    assertThat(RowType.INSTANCE.compare(new byte[] {1}, new byte[] {-1})).isNegative();
  }

  @Test
  void aLengthThatThePageDoesNotHoldTakesNoMemory() {
    for (int length : new int[] {4, Integer.MAX_VALUE, -1}) {
      WriteBuffer buffer = new WriteBuffer();
      buffer.putVarInt(length).put(ROW);
      ByteBuffer page = buffer.getBuffer().flip();
      assertThatThrownBy(() -> RowType.INSTANCE.read(page))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("in a page that is shorter");
    }
  }
}
