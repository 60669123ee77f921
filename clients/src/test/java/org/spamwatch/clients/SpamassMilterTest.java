package org.spamwatch.clients;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What a mail server is told to do with a mail by the milter that runs spamc for each. */
final class SpamassMilterTest {
  private static final String CHECKED = "flag YES added, status added";
  private static final String UNKNOWN = "flag nil, status nil";

  @Test
  void spamIsFlaggedAndForgedFlagsGo() throws Exception {
    DebianPackages.installed("spamass-milter", "miltertest");
    try (Scratch scratch = Scratch.make()) {
      SpamdPeer peer = SpamdPeer.start(scratch);
      peer.mark(Mails.spam(1));
      Path socket = startMilter(scratch, peer);
      assertThat(send(scratch, socket, Mails.spam(1), "")).isEqualTo(CHECKED);
      assertThat(send(scratch, socket, Mails.ham(1), "")).isEqualTo(UNKNOWN);
      assertThat(send(scratch, socket, Mails.ham(1), "YES")).isEqualTo(UNKNOWN + ", flag removed");
      peer.peer.stop();
      assertThat(send(scratch, socket, Mails.spam(1), "")).isEqualTo(UNKNOWN);
    }
  }

  private static Path startMilter(Scratch scratch, SpamdPeer peer) throws Exception {
    String options = peer.snippet("spamassmilter", "In /etc/default");
    List<String> words =
        new ArrayList<>(
            Arrays.asList(options.replaceAll("OPTIONS=|\"", "").strip().split(" ", -1)));
    words.set(words.indexOf("spamass-milter"), "nobody"); // whose preferences; none has any
    Path socket = scratch.path("milter.socket");
    List<String> command = new ArrayList<>(List.of("spamass-milter", "-p", socket.toString()));
    command.addAll(words);
    Daemon.start(scratch, "spamass-milter", command.toArray(new String[0])).awaitSocket(socket);
    return socket;
  }

  /** A session of a mail server that heard a mail from another host. */
  private static String send(Scratch scratch, Path socket, Mail mail, String flag)
      throws IOException {
    Path body = scratch.write("body", mail.text().substring(mail.text().indexOf("\r\n\r\n") + 4));
    Path script =
        scratch.fromTemplate(
            "spamass-milter.lua",
            "session.lua",
            Map.of("SOCKET", socket.toString(), "BODY", body.toString(), "FLAG", flag));
    return Programs.run("miltertest", "-s", script.toString()).well().out().strip();
  }
}
