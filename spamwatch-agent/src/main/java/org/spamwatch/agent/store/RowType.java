package org.spamwatch.agent.store;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.h2.mvstore.DataUtils;
import org.h2.mvstore.WriteBuffer;
import org.h2.mvstore.type.BasicDataType;

/**
 * The bytes of a row's key or value, written as MVStore's own type of arrays does. On reading, a
 * length that a damaged page makes up is seen before memory is taken for it.
 */
final class RowType extends BasicDataType<byte[]> {
  static final RowType INSTANCE = new RowType();

  private RowType() {}

  @Override
  public int compare(byte[] a, byte[] b) {
    return Arrays.compareUnsigned(a, b);
  }

  @Override
  public int getMemory(byte[] bytes) {
    return bytes.length;
  }

  @Override
  public void write(WriteBuffer buffer, byte[] bytes) {
    buffer.putVarInt(bytes.length).put(bytes);
  }

  @Override
  public byte[] read(ByteBuffer buffer) {
    int length = DataUtils.readVarInt(buffer);
    if (length < 0 || length > buffer.remaining()) {
      throw new IllegalStateException("a row of " + length + " bytes, in a page that is shorter");
    }
    byte[] bytes = new byte[length];
    buffer.get(bytes);
    return bytes;
  }

  @Override
  public byte[][] createStorage(int size) {
    return new byte[size][];
  }
}
