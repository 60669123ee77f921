package org.spamwatch.clients;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * A peer that speaks spamd's protocol too, over TCP and at a Unix socket, and how it is told of.
 */
final class SpamdPeer {
  /** Where it speaks HTTP. */
  final RunningPeer peer;

  private final int port;
  private final Path socket;

  private SpamdPeer(RunningPeer peer, int port, Path socket) {
    this.peer = peer;
    this.port = port;
    this.socket = socket;
  }

  /** Starts one, which the scratch directory owns. */
  static SpamdPeer start(Scratch scratch, String... settings) throws Exception {
    DebianPackages.installed("spamc");
    int port = scratch.freePort();
    Path socket = scratch.path("spamd.socket");
    List<String> all = new ArrayList<>(Arrays.asList(settings));
    all.add("spamd.listen=127.0.0.1:" + port);
    all.add("spamd.socket=" + socket + " mode=0660");
    return new SpamdPeer(RunningPeer.start(scratch, all.toArray(new String[0])), port, socket);
  }

  /** The port of loopback. */
  int port() {
    return port;
  }

  /** The Unix socket; root and its group may connect. */
  Path socket() {
    return socket;
  }

  /** Runs spamc over TCP. */
  Programs.Ended spamc(byte[] mail, String... options) throws IOException {
    return Programs.run(mail, command(List.of(), options));
  }

  /** Runs spamc over TCP as another account of this host. */
  Programs.Ended spamcAs(String account, byte[] mail, String... options) throws IOException {
    return Programs.run(mail, command(as(account), options));
  }

  /** What runs a command as another account, which needs root. */
  static List<String> as(String account) throws IOException {
    DebianPackages.needRoot("act for another account");
    return List.of("setpriv", "--reuid=" + account, "--regid=" + account, "--clear-groups", "--");
  }

  private String[] command(List<String> before, String... options) {
    List<String> command = new ArrayList<>(before);
    command.addAll(List.of("spamc", "-d", "127.0.0.1", "-p", Integer.toString(port)));
    command.addAll(List.of(options));
    return command.toArray(new String[0]);
  }

  /** Whether it calls a mail spam. */
  boolean callsSpam(Mail mail) throws IOException {
    String said = spamc(mail.bytes(), "-c").out();
    return switch (said) {
      case "6.0/5.0\n" -> true;
      case "0.0/5.0\n" -> false;
      default -> throw new AssertionError("spamc -c says " + said);
    };
  }

  /** Somebody calls a mail spam. */
  void mark(Mail mail) throws IOException {
    spamc(mail.bytes(), "-x", "-L", "spam").well();
  }

  /** What {@code spamwatch integrate} prints for a program. */
  String snippet(String name) throws IOException {
    return made(name).text();
  }

  private Snippet made(String name) throws IOException {
    return Snippet.of(
        name,
        Map.of(
            "{spamd.host}", "127.0.0.1",
            "{spamd.port}", Integer.toString(port),
            "{spamd.socket}", socket.toString()));
  }

  /** Those lines of a snippet that follow a comment which begins so, up to the next comment. */
  String snippet(String name, String comment) throws IOException {
    return made(name).part(comment);
  }
}
