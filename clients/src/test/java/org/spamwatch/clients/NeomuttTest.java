package org.spamwatch.clients;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A person who reads mail in a terminal and presses a key. */
final class NeomuttTest {
  private static final String POSTMARK = "From a@generated.example Mon Nov  2 10:00:00 2026\n";

  /** What a person is asked beside what the page says. */
  private static final String ANSWERS =
      "set wait_key=no confirmcreate=no confirmappend=no delete=yes quit=yes\n";

  @Test
  void oneKeyVotesAndFilesAnotherTakesItBackAndTheIndexShowsScores() throws Exception {
    DebianPackages.installed("neomutt");
    try (Scratch scratch = Scratch.make()) {
      SpamdPeer peer = SpamdPeer.start(scratch);
      Mail spam = Mails.spam(1);
      Path folders = scratch.directory("mail");
      Path inbox = write(folders.resolve("inbox"), spam);
      String own = "set folder=" + folders + " mbox_type=mbox spoolfile=" + inbox + "\n";
      scratch.write("muttrc", peer.snippet("neomutt") + own + ANSWERS);
      assertThat(read(scratch, "S<sync-mailbox><quit>"))
          .contains("Message successfully reported/revoked");
      assertThat(peer.callsSpam(spam)).isTrue();
      assertThat(Files.readString(folders.resolve("junk"))).contains(spam.id());
      assertThat(Files.readString(inbox)).doesNotContain(spam.id());

      write(inbox, spam.with("X-Spam-Status: Yes, score=6.0 required=5.0"));
      assertThat(read(scratch, "H<quit>")).contains("[spam 6.0]");
      assertThat(peer.callsSpam(spam)).isFalse();
    }
  }

  private static Path write(Path mbox, Mail mail) throws IOException {
    return Files.writeString(mbox, POSTMARK + mail.text().replace("\r", "") + "\n");
  }

  /** What is on the screen while keys are pressed. */
  private static String read(Scratch scratch, String keys) throws IOException {
    String command =
        "stty cols 140 rows 40; neomutt -F %s -e 'push <first-entry>%s'"
            .formatted(scratch.path("muttrc"), keys);
    Path screen = scratch.path("screen");
    Programs.run(
            List.of("script", "-qec", command, screen.toString()),
            new byte[0],
            Map.of("TERM", "xterm", "HOME", scratch.path("home").toString()))
        .well();
    return Files.readString(screen, StandardCharsets.ISO_8859_1);
  }
}
