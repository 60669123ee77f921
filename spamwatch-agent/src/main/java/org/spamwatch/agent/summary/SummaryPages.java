package org.spamwatch.agent.summary;

import java.nio.ByteBuffer;

/**
 * Where the numbers lie that an index of millions of features is made of: the seam between the node
 * logic and a file that is mapped. They need not outlive the process. Called on the node's turn.
 */
public interface SummaryPages {
  /** On the heap, in small pages: simulated peers have little of them. */
  SummaryPages HEAP =
      new SummaryPages() {
        private static final int BYTES = 1 << 10;

        @Override
        public int pageBytes() {
          return BYTES;
        }

        @Override
        public ByteBuffer page() {
          return ByteBuffer.allocate(BYTES);
        }
      };

  /** The size of a page: a power of two, 8 or more. */
  int pageBytes();

  /** One more page, all zeros. */
  ByteBuffer page();
}
