package org.spamwatch.ata.mail;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MailboxTest {
  private static final String MARK = "From a@example.org Tue Sep 24 10:48:22 2002\n";

  private final List<String> seen = new ArrayList<>();
  private final Mailbox mailbox = new Mailbox(MailLimits.DEFAULT.withMaxBytes(1000));

  private final MailVisitor<RuntimeException> visitor =
      new MailVisitor<>() {
        @Override
        public void mail(String name, byte[] mail) {
          seen.add(name + "=" + new String(mail, StandardCharsets.UTF_8));
        }

        @Override
        public void problem(String name, String reason) {
          seen.add(name + "!" + reason);
        }
      };

  @Test
  void streamThatIsNoMboxIsOneMail() {
    assertThat(visit("Subject: x\r\n\r\nFrom here on\n\n" + MARK)).isEqualTo(1);
    assertThat(seen).containsExactly("in=Subject: x\r\n\r\nFrom here on\n\n" + MARK);
  }

  @Test
  void mboxOfOneIsNotNumbered() {
    assertThat(visit(MARK + "Subject: x\n\nbody\n\nFrom now on, all is well\n")).isEqualTo(1);
    assertThat(seen).containsExactly("in=Subject: x\n\nbody\n\nFrom now on, all is well\n");
  }

  @Test
  void mboxIsTakenApartAndUnquoted() {
    String mbox =
        MARK + "Subject: 1\n\n>From a friend\n>>From x\n> From y\n\n" + MARK + "Subject: 2\n\nb\n";
    assertThat(visit(mbox)).isEqualTo(2);
    assertThat(seen)
        .containsExactly(
            "in#1=Subject: 1\n\nFrom a friend\n>From x\n> From y\n", "in#2=Subject: 2\n\nb\n");
  }

  @Test
  void postmarkCountsOnlyBehindAnEmptyLine() {
    visit((MARK + "Subject: 1\n\nquoted\n" + MARK + "b\n\n" + MARK + "c\n").replace("\n", "\r\n"));
    assertThat(seen).hasSize(2);
    assertThat(seen.get(1)).isEqualTo("in#2=c\r\n");
  }

  @Test
  void mailTooLargeIsReportedAndTheNextIsRead() {
    assertThat(visit(MARK + "a\n" + "x".repeat(5000) + "\n\n" + MARK + "b\n")).isEqualTo(1);
    assertThat(seen)
        .containsExactly("in#1!the mail is larger than the limit of 1000 bytes", "in#2=b\n");
  }

  @Test
  void mailOfExactlyTheLimitIsRead() {
    assertThat(visit("x".repeat(1000))).isEqualTo(1);
    assertThat(visit("x".repeat(1001))).isZero();
  }

  @Test
  void endlessStreamIsLeftAtTheLimit() {
    InputStream endless =
        new InputStream() {
          @Override
          public int read() {
            return 'x';
          }
        };
    assertThat(mailbox.visit(endless, "endless", visitor)).isZero();
    assertThat(seen).containsExactly("endless!the mail is larger than the limit of 1000 bytes");
  }

  @Test
  void streamThatFailsIsReported() {
    InputStream failing =
        new InputStream() {
          private int left = 10;

          @Override
          public int read() throws IOException {
            if (left-- == 0) {
              throw new IOException("disk");
            }
            return 'x';
          }

          @Override
          public int read(byte[] buffer, int from, int length) throws IOException {
            buffer[from] = (byte) read();
            return 1;
          }
        };
    assertThat(mailbox.visit(failing, "in", visitor)).isZero();
    assertThat(seen).containsExactly("in!cannot be read to its end");
  }

  @Test
  void emptyStreamAndMissingFileAreReported(@TempDir Path dir) {
    visit("");
    mailbox.visit(dir.resolve("nothing"), visitor);
    assertThat(seen)
        .containsExactly("in!the mail is empty", dir.resolve("nothing") + "!no such file");
  }

  @Test
  void directoryIsWalkedInTheOrderOfNames(@TempDir Path dir) throws Exception {
    write(dir.resolve("b"), "2");
    write(dir.resolve("a/z"), "1");
    write(dir.resolve("c"), MARK + "3\n\n" + MARK + "4\n");
    write(dir.resolve(".hidden"), "5");
    Files.createSymbolicLink(dir.resolve("a/loop"), dir);

    assertThat(mailbox.visit(dir, visitor)).isEqualTo(4);

    assertThat(seen)
        .containsExactly(
            dir.resolve("a/z") + "=1",
            dir.resolve("b") + "=2",
            dir.resolve("c") + "#1=3\n",
            dir.resolve("c") + "#2=4\n");
  }

  @Test
  void maildirIsReadWithItsFoldersButNotItsOtherFiles(@TempDir Path dir) throws Exception {
    for (String file : List.of("cur/2:2,S", "new/1", "tmp/0", "dovecot.index", ".Spam/cur/3")) {
      write(dir.resolve(file), file);
    }
    Files.createDirectories(dir.resolve(".Spam/new"));

    assertThat(mailbox.visit(dir, visitor)).isEqualTo(3);

    assertThat(seen)
        .containsExactly(
            dir.resolve("new/1") + "=new/1",
            dir.resolve("cur/2:2,S") + "=cur/2:2,S",
            dir.resolve(".Spam/cur/3") + "=.Spam/cur/3");
  }

  @Test
  void lineThatAlmostIsAPostmarkCostsNoMoreThanItsLength() {
    String line = "From " + "Mon1:11".repeat(140) + "\n\n";
    Mailbox large = new Mailbox(MailLimits.DEFAULT);
    byte[] mbox = (MARK + line.repeat(2000)).getBytes(StandardCharsets.UTF_8);
    assertThat(large.visit(new ByteArrayInputStream(mbox), "in", visitor)).isEqualTo(1);
  }

  private long visit(String contents) {
    byte[] bytes = contents.getBytes(StandardCharsets.UTF_8);
    return mailbox.visit(new ByteArrayInputStream(bytes), "in", visitor);
  }

  private static void write(Path file, String contents) throws IOException {
    Path parent = file.getParent();
    if (parent != null) {
      Files.createDirectories(parent);
    }
    Files.writeString(file, contents);
  }
}
