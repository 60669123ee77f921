package org.spamwatch.agent.live;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.spamwatch.agent.file.TextFormat;
import org.spamwatch.agent.trust.TrustRecord;
import org.spamwatch.overlay.Id;

/**
 * What a peer remembers of voters over a restart:
 *
 * <pre>
 * spamwatch-trust 1 REALM
 * account SITE VOTER AGREED DISAGREED SINCE
 * voter SITE VOTER TIMES LAST MESSAGE
 * </pre>
 *
 * <p>Ids in 40 hexadecimal digits, times in milliseconds since the epoch.
 */
final class TrustFormat {
  private static final int MAX_BYTES = 20 << 20;

  private TrustFormat() {}

  static TextFormat<List<TrustRecord>> of(Id realm) {
    return new TextFormat<>(
        "spamwatch-trust",
        1,
        Optional.of(realm),
        MAX_BYTES,
        TrustFormat::parse,
        TrustFormat::print);
  }

  private static List<TrustRecord> parse(Iterator<String> lines) {
    List<TrustRecord> records = new ArrayList<>();
    while (lines.hasNext()) {
      records.add(record(lines.next().split(" ", -1)));
    }
    return records;
  }

  private static TrustRecord record(String[] words) {
    if (words.length != 6 || !words[1].matches("[0-9a-f]{40}")) {
      throw new IllegalArgumentException("six words, the second an id");
    }
    Id site = Id.ofHex(words[1]);
    Id voter = Id.ofHex(words[2]);
    return switch (words[0]) {
      case "account" ->
          new TrustRecord.Account(
              site,
              voter,
              Integer.parseInt(words[3]),
              Integer.parseInt(words[4]),
              Long.parseLong(words[5]));
      case "voter" ->
          new TrustRecord.Voter(
              site,
              voter,
              Integer.parseInt(words[3]),
              Long.parseLong(words[4]),
              Id.ofHex(words[5]));
      default -> throw new IllegalArgumentException("neither account nor voter");
    };
  }

  private static String print(List<TrustRecord> records) {
    StringBuilder text = new StringBuilder();
    for (TrustRecord record : records) {
      boolean isAccount = record instanceof TrustRecord.Account;
      text.append(isAccount ? "account " : "voter ");
      text.append(record.site()).append(' ').append(record.voter()).append(' ');
      if (record instanceof TrustRecord.Account account) {
        text.append(account.agreed()).append(' ').append(account.disagreed());
        text.append(' ').append(account.halvedMillis());
      } else if (record instanceof TrustRecord.Voter voter) {
        text.append(voter.times()).append(' ').append(voter.lastMillis());
        text.append(' ').append(voter.message());
      }
      text.append('\n');
    }
    return text.toString();
  }
}
