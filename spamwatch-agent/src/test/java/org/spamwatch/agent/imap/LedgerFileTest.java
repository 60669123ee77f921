package org.spamwatch.agent.imap;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class LedgerFileTest {
  @TempDir private Path directory;

  @Test
  void whatIsWrittenIsReadAgain() throws IOException {
    Path path = directory.resolve("imap/first");
    LedgerFile file = new LedgerFile(path);
    Ledger ledger = file.read();
    ledger.inbox().reset(7);
    ledger.inbox().put(1, -5, Ledger.Kind.KEPT);
    ledger.inbox().put(2, 6, Ledger.Kind.FILING);
    ledger.junk().reset(4_000_000_000L);
    ledger.junk().put(9, 8, Ledger.Kind.VOTED);
    ledger.junk().seen(new TreeSet<>());
    ledger.filed(2, 6);
    file.write(ledger);

    Ledger read = new LedgerFile(path).read();
    assertThat(read.inbox().isOf(7)).isTrue();
    assertThat(read.inbox().find(-5)).contains(new Ledger.Entry(-5, Ledger.Kind.KEPT));
    assertThat(read.inbox().find(6)).isEmpty();
    assertThat(read.junk().isOf(4_000_000_000L)).isTrue();
    assertThat(read.junk().holds(8)).isFalse();
    assertThat(read.ofJunk(8)).contains(new Ledger.Entry(8, Ledger.Kind.VOTED));
    assertThat(read.filing()).containsExactly(6L);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
        .isEqualTo("rw-------");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "spamwatch imap 1\n",
        "spamwatch imap 1\ninbox 1\n",
        "spamwatch imap 1\ninbox 1 2\nend\n",
        "spamwatch imap 1\ninbox 1 2 no\nend\n",
        "spamwatch imap 1\nfiling\nend\n",
        "spamwatch imap 1\nelse\nend\n",
        "spamwatch imap 1\n\u00e4\nend\n"
      })
  void aDamagedOneIsSetAsideAndBegunAnew(String text) throws IOException {
    Path path = directory.resolve("first");
    Files.writeString(path, text);
    Ledger ledger = new LedgerFile(path).read();
    assertThat(ledger.inbox().present()).isEmpty();
    assertThat(directory.resolve("first.unread-1")).hasContent(text);
  }

  @Test
  void whatLiesBeyondTheNewestHasNotLeft() {
    Ledger.Mails mails = new Ledger.Mails();
    mails.put(1, 11, Ledger.Kind.KEPT);
    mails.put(5, 15, Ledger.Kind.KEPT);
    TreeSet<Long> newest = new TreeSet<>();
    for (long uid = 2; newest.size() < Ledger.MOST_MAILS; uid++) {
      if (uid != 5) {
        newest.add(uid);
      }
    }
    assertThat(mails.seen(newest)).hasSize(Ledger.MOST_MAILS);
    assertThat(mails.left()).containsExactly(15L);
    assertThat(mails.find(11)).isEmpty();
  }
}
