package org.spamwatch.agent.http;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** The date as HTTP writes it, which is made once a second. Safe for any thread. */
final class HttpDate {
  private static final DateTimeFormatter FORMAT =
      DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  private static volatile Written last = new Written(0, "");

  private HttpDate() {}

  private record Written(long second, String text) {}

  /** The date now. */
  static String now() {
    long second = System.currentTimeMillis() / 1000;
    Written written = last;
    if (written.second() != second) {
      written = new Written(second, FORMAT.format(Instant.ofEpochSecond(second)));
      last = written;
    }
    return written.text();
  }
}
