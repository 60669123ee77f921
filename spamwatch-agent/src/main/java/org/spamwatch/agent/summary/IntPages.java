package org.spamwatch.agent.summary;

import java.nio.ByteBuffer;
import java.util.Arrays;

/** As {@link LongPages}, of 32 bits. */
final class IntPages {
  private final SummaryPages source;
  private final int bits;
  private final int mask;
  private ByteBuffer[] pages = new ByteBuffer[0];
  private int count;

  IntPages(SummaryPages source) {
    this.source = source;
    bits = Integer.numberOfTrailingZeros(source.pageBytes() / Integer.BYTES);
    mask = (1 << bits) - 1;
  }

  int get(int place) {
    return pages[place >>> bits].getInt((place & mask) * Integer.BYTES);
  }

  void set(int place, int value) {
    int page = place >>> bits;
    while (page >= count) {
      if (count == pages.length) {
        pages = Arrays.copyOf(pages, 2 * count + 1);
      }
      pages[count++] = source.page();
    }
    pages[page].putInt((place & mask) * Integer.BYTES, value);
  }

  /** What the pages take. */
  long bytes() {
    return (long) count * source.pageBytes();
  }
}
