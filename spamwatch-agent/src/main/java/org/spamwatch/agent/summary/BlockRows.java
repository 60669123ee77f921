package org.spamwatch.agent.summary;

import org.spamwatch.overlay.Id;

/**
 * What is remembered of blocks that lie in the store: their dates and sizes, and which words stand
 * in them. About 20 bytes a block, and 60 a word. Not thread-safe.
 */
final class BlockRows {
  private final LongPages times; // by row, as the next two
  private final IntPages sizes;
  private final IntPages firstWords;
  private final Places rows;
  private final Words words;
  private int logs;

  /**
   * No blocks.
   *
   * @param secret a number that this peer alone knows
   */
  BlockRows(SummaryPages pages, long secret) {
    times = new LongPages(pages);
    sizes = new IntPages(pages);
    firstWords = new IntPages(pages);
    rows = new Places(pages);
    words = new Words(pages, secret);
  }

  /** A number by which the words of one more log are told from those of others. */
  int newLog() {
    return logs++;
  }

  /** Remembers a block without its words; returns its row. */
  int add(Block block) {
    int row = rows.take();
    times.set(row, block.timeMillis());
    sizes.set(row, block.bytes());
    firstWords.set(row, Places.NONE);
    return row;
  }

  /** Of a log and a message this word stands now, in the place of any before. */
  void stand(int row, int log, int number, Announcement word) {
    firstWords.set(row, words.stand(log, number, word, firstWords.get(row)));
  }

  /** Forgets a block and its words. */
  void remove(int row) {
    for (int word = firstWords.get(row); word != Places.NONE; ) {
      int next = words.next(word);
      words.remove(word);
      word = next;
    }
    rows.giveBack(row);
  }

  /** A block's date, in milliseconds since the epoch. */
  long timeMillis(int row) {
    return times.get(row);
  }

  /** A block's length as it is sent. */
  int bytes(int row) {
    return sizes.get(row);
  }

  /** Tells the messages of which a word stands in a block. */
  void forEachStanding(int row, Told told) {
    int word = firstWords.get(row);
    for (; word != Places.NONE; word = words.next(word)) {
      if (words.stands(word)) {
        told.word(words.guid(word), words.isTakenBack(word));
      }
    }
  }

  /** Is told of words that stand. */
  interface Told {
    void word(Id guid, boolean isTakenBack);
  }

  Words words() {
    return words;
  }
}
