package org.spamwatch.agent.summary;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Numbers of 64 bits by place, in pages, so that growing copies none of them. There are pages up to
 * the last place that was set; what was never set in them is 0. Not thread-safe.
 */
final class LongPages {
  private final SummaryPages source;
  private final int bits;
  private final int mask;
  private ByteBuffer[] pages = new ByteBuffer[0];
  private int count;

  LongPages(SummaryPages source) {
    this.source = source;
    bits = Integer.numberOfTrailingZeros(source.pageBytes() / Long.BYTES);
    mask = (1 << bits) - 1;
  }

  long get(int place) {
    return pages[place >>> bits].getLong((place & mask) * Long.BYTES);
  }

  void set(int place, long value) {
    int page = place >>> bits;
    while (page >= count) {
      if (count == pages.length) {
        pages = Arrays.copyOf(pages, 2 * count + 1);
      }
      pages[count++] = source.page();
    }
    pages[page].putLong((place & mask) * Long.BYTES, value);
  }

  /** What the pages take. */
  long bytes() {
    return (long) count * source.pageBytes();
  }
}
