package org.spamwatch.clients;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The program that Evolution calls in bogofilter's place, called as Evolution 3.46 does. */
final class EvolutionTest {
  private static final int SPAM = 0;
  private static final int UNKNOWN = 1;
  private static final int UNSURE = 2;
  private static final int FAILED = 3;

  private static Programs.Ended program(
      Map<String, String> environment, byte[] mail, String... options) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Scratch.ofProject("integrations/evolution/spamwatch-bogofilter").toString());
    command.addAll(List.of(options));
    return Programs.run(command, mail, environment);
  }

  private static Map<String, String> asking(RunningPeer peer) {
    return Map.of("SPAMWATCH_PEER", peer.url().toString());
  }

  @Test
  void junkAndNotJunkVoteAndNewMailIsChecked() throws Exception {
    try (Scratch scratch = Scratch.make()) {
      RunningPeer peer = RunningPeer.start(scratch);
      byte[] mail = Mails.spam(1).bytes();
      byte[] copy = Mails.spamVariant(1, 2).bytes();
      assertThat(program(asking(peer), mail, "--unicode=yes").code()).isEqualTo(UNKNOWN);
      program(asking(peer), mail, "--register-spam", "--unicode=yes").well();
      assertThat(program(asking(peer), copy, "--unicode=yes").code()).isEqualTo(SPAM);
      assertThat(program(asking(peer), Mails.ham(1).bytes()).code()).isEqualTo(UNKNOWN);
      program(asking(peer), mail, "--register-ham", "--unicode=yes").well();
      assertThat(program(asking(peer), copy, "--unicode=yes").code()).isEqualTo(UNKNOWN);
      assertThat(peer.check(Mails.spam(1))).startsWith("unknown\tvotes=0/1");
    }
  }

  @Test
  void bogofiltersShortOptionsVoteOnceAndTakeBack() throws Exception {
    try (Scratch scratch = Scratch.make()) {
      RunningPeer peer = RunningPeer.start(scratch);
      byte[] mail = Mails.spam(1).bytes();
      String file = Files.write(scratch.path("mail"), mail).toString();
      program(asking(peer), new byte[0], "-s", "-I", file).well();
      assertThat(peer.check(Mails.spam(1))).startsWith("spam\tvotes=1/0");
      program(asking(peer), new byte[0], "-Sn", "-I", file).well();
      assertThat(peer.check(Mails.spam(1))).startsWith("unknown\tvotes=0/1");
      program(asking(peer), mail, "-Ns").well();
      assertThat(peer.check(Mails.spam(1))).startsWith("spam\tvotes=1/0");
      program(asking(peer), mail, "-S").well();
      assertThat(peer.check(Mails.spam(1))).startsWith("unknown\tvotes=0/0");
      Programs.Ended automatic = program(asking(peer), mail, "-u");
      assertThat(automatic.code()).isEqualTo(FAILED);
      assertThat(automatic.err()).hasLineCount(1).contains("-u is not known here");
    }
  }

  @Test
  void thePeerOfTheUsersFilesIsAskedAlsoOverItsSocket() throws Exception {
    try (Scratch scratch = Scratch.make()) {
      String socket = scratch.path("http").toString();
      RunningPeer peer = RunningPeer.start(scratch, "http.socket=" + socket);
      peer.callsSpam(Mails.spam(1));
      Map<String, String> home = Map.of("XDG_CONFIG_HOME", scratch.path("config").toString());
      scratch.write("config/spamwatch/peer", peer.url() + "\n");
      assertThat(program(home, Mails.spam(1).bytes()).code()).isEqualTo(SPAM);
      scratch.write("config/spamwatch/peer", "unix:" + socket + "\n");
      assertThat(program(home, Mails.spam(1).bytes()).code()).isEqualTo(SPAM);
      scratch.write("config/spamwatch/peer", "gopher://nowhere\n");
      Programs.Ended wrong = program(home, Mails.spam(1).bytes());
      assertThat(wrong.code()).isEqualTo(UNSURE);
      assertThat(wrong.err()).hasLineCount(1).contains("allowed is http://HOST:PORT or unix:/FILE");
    }
  }

  /** On 3 Evolution votes ham on a mail of its own, to make bogofilter a word list. */
  @Test
  void checkingNeverEndsAsEvolutionWouldTakeForAnError() throws Exception {
    try (Scratch scratch = Scratch.make()) {
      RunningPeer peer = RunningPeer.start(scratch);
      for (Map.Entry<String, byte[]> mail : HostileMails.all().entrySet()) {
        assertThat(program(asking(peer), mail.getValue(), "--unicode=yes").code())
            .as(mail.getKey())
            .isIn(UNKNOWN, UNSURE);
      }
      assertThat(peer.client().status().messages()).isZero();
      byte[] little = "Subject: x\n\nhi\n".getBytes(US_ASCII);
      Programs.Ended nothing = program(asking(peer), little, "--register-spam");
      assertThat(nothing.code()).isZero();
      assertThat(nothing.err()).hasLineCount(1).contains("too little text to vote on");
      peer.stop();
      assertThat(program(asking(peer), Mails.spam(1).bytes(), "--unicode=yes").code())
          .isEqualTo(UNSURE);
      Programs.Ended lost = program(asking(peer), Mails.spam(1).bytes(), "--register-spam");
      assertThat(lost.code()).isEqualTo(FAILED);
      assertThat(lost.err()).hasLineCount(1).contains("Connection refused");
    }
  }
}
