package org.spamwatch.agent.statistics;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.Arrays;
import org.spamwatch.agent.statistics.MboxCheck.Listener;
import org.spamwatch.ata.mail.MboxLine;
import org.spamwatch.statistics.HashBatch;
import org.spamwatch.statistics.Judge;
import org.spamwatch.statistics.StatisticalFilter;
import org.spamwatch.statistics.TokenHash;
import org.spamwatch.statistics.mail.MailTokens;
import org.spamwatch.statistics.mail.TokenLimits;

/** The mails that begin in a stretch of an mbox. Of one thread at a time; used again. */
final class MboxStretch {
  /** Before a stretch: of an empty line and of the postmark behind it all may stand there. */
  private static final int BEFORE = 4;

  /** By how much is read on to find the end of the last mail; more than most mails have. */
  private static final int READ_ON = 64 << 10;

  private final MailTokens tokens = new MailTokens(TokenLimits.DEFAULT);
  private final StatisticalFilter filter;
  private final Judge judge;
  private final HashBatch hashed;
  private byte[] bytes = new byte[0];
  private long start; // of the bytes, in the file
  private int filled;
  private long[] offsets = new long[256];
  private double[] indicators = new double[256];
  private int mails;

  MboxStretch(StatisticalFilter filter, TokenHash hash) {
    this.filter = filter;
    judge = Judge.of(filter);
    hashed = new HashBatch(hash, judge::tokens);
  }

  /** Judges the mails whose postmarks begin between two offsets; all of a file that is no mbox. */
  void judge(FileChannel file, long from, long to) throws IOException {
    mails = 0;
    start = Math.max(0, from - BEFORE);
    filled = 0;
    read(file, (int) (to - start) + READ_ON);
    int end = (int) (to - start); // postmarks begin before
    if (from == 0 && !MboxLine.beginsMbox(bytes, filled)) {
      while (filled < TokenLimits.DEFAULT.maxMailBytes() && read(file, filled + READ_ON)) {}
      judgeMail(0, filled);
      return;
    }
    int next = from == 0 ? 0 : MboxLine.nextPostmark(bytes, (int) (from - start) - 1, filled);
    while (next >= 0 && next < end) {
      int behind = nextPostmark(file, next);
      judgeMail(next, behind < 0 ? filled : behind);
      next = behind;
    }
  }

  /** Where the mail behind one begins; reads on until that is known, or until a mail's limit. */
  private int nextPostmark(FileChannel file, int mail) throws IOException {
    int searched = mail;
    while (true) {
      int next = MboxLine.nextPostmark(bytes, searched, filled);
      if (next >= 0 || filled - mail >= TokenLimits.DEFAULT.maxMailBytes()) {
        return next;
      }
      searched = Math.max(mail, filled - MboxLine.LONGEST_POSTMARK - 1); // one may stand cut there
      if (!read(file, filled + READ_ON)) {
        return -1;
      }
    }
  }

  /** Reads until so many bytes are there, or to the end of the file; says whether any came. */
  private boolean read(FileChannel file, int wanted) throws IOException {
    if (bytes.length < wanted) {
      bytes = Arrays.copyOf(bytes, Math.max(wanted, bytes.length + bytes.length / 2));
    }
    int before = filled;
    while (filled < wanted) {
      int count = file.read(ByteBuffer.wrap(bytes, filled, wanted - filled), start + filled);
      if (count < 0) {
        break;
      }
      filled += count;
    }
    return filled > before;
  }

  private void judgeMail(int from, int to) {
    if (mails == offsets.length) {
      offsets = Arrays.copyOf(offsets, 2 * mails);
      indicators = Arrays.copyOf(indicators, 2 * mails);
    }
    judge.begin();
    tokens.read(bytes, from, to, hashed);
    hashed.finish();
    offsets[mails] = start + from;
    indicators[mails++] = judge.indicator();
  }

  /** Tells what was judged last, in its order. */
  void tell(Listener listener) {
    for (int i = 0; i < mails; i++) {
      listener.mail(offsets[i], indicators[i], filter.classification(indicators[i]));
    }
  }
}
