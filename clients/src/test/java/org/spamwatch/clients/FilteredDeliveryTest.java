package org.spamwatch.clients;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Programs that deliver a user's mail by his rules, and the folder in which he then finds it. */
final class FilteredDeliveryTest {
  private static final Mail SPAM = Mails.spam(1);
  private static final Mail HAM = Mails.ham(1);

  private Scratch scratch;
  private SpamdPeer peer;

  @BeforeEach
  void start() throws Exception {
    scratch = Scratch.make();
    peer = SpamdPeer.start(scratch);
    peer.mark(SPAM);
  }

  @AfterEach
  void stop() throws IOException {
    scratch.close();
  }

  private static byte[] local(Mail mail) {
    String postmark = "From a@generated.example Mon Nov  2 10:00:00 2026\n";
    return (postmark + mail.text().replace("\r", "")).getBytes(StandardCharsets.US_ASCII);
  }

  private static String read(Path file) throws IOException {
    return Files.exists(file) ? Files.readString(file, UTF_8) : "";
  }

  @Test
  void procmailFilesSpam() throws Exception {
    DebianPackages.installed("procmail");
    Path mail = scratch.directory("mail");
    String rules = "MAILDIR=" + mail + "\nDEFAULT=$MAILDIR/inbox\n" + peer.snippet("procmail");
    String file = scratch.write("procmailrc", rules).toString();
    Programs.run(local(SPAM), "procmail", file).well();
    Programs.run(local(HAM), "procmail", file).well();
    assertThat(read(mail.resolve("junk"))).contains(SPAM.id()).doesNotContain(HAM.id());
    assertThat(read(mail.resolve("inbox"))).contains(HAM.id()).doesNotContain(SPAM.id(), "X-Spam-");
    peer.peer.stop();
    Programs.run(local(SPAM), "procmail", file).well();
    assertThat(read(mail.resolve("inbox"))).contains(SPAM.id());
  }

  @Test
  void maildropFilesSpam() throws Exception {
    DebianPackages.installed("maildrop");
    DebianPackages.needRoot("act for another account");
    Path home = scratch.directory("home/drop");
    Path maildir = home.resolve("Maildir");
    Programs.run("maildirmake", maildir.toString()).well();
    Programs.run("maildirmake", "-f", "Junk", maildir.toString()).well();
    Path rules =
        scratch.write(
            "home/drop/filter",
            "HOME=\"" + home + "\"\n" + peer.snippet("maildrop") + "to \"" + maildir + "\"\n");
    Programs.run("chmod", "600", rules.toString()).well();
    deliver(rules, SPAM);
    deliver(rules, HAM);
    assertThat(ids(maildir.resolve(".Junk/new"))).containsExactly(SPAM.id());
    assertThat(ids(maildir.resolve("new"))).containsExactly(HAM.id());
    peer.peer.stop();
    deliver(rules, SPAM);
    assertThat(ids(maildir.resolve("new"))).contains(HAM.id(), SPAM.id());
  }

  private static void deliver(Path rules, Mail mail) throws IOException {
    byte[] unix = mail.text().replace("\r", "").getBytes(StandardCharsets.US_ASCII);
    Programs.run(unix, "maildrop", rules.toString()).well();
  }

  private static List<String> ids(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(FilteredDeliveryTest::id).toList();
    }
  }

  private static String id(Path file) {
    try {
      return Files.readAllLines(file).stream()
          .filter(line -> line.startsWith("Message-ID: "))
          .findFirst()
          .orElse("")
          .replace("Message-ID: ", "");
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
