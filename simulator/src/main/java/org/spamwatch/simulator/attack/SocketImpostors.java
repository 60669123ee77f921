package org.spamwatch.simulator.attack;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.spamwatch.agent.http.PeerClientException;
import org.spamwatch.simulator.processes.PeerProcess;
import org.spamwatch.simulator.processes.PeerProcesses;
import org.spamwatch.simulator.processes.ProcessException;

/**
 * Another account of the host at a peer's Unix domain sockets for HTTP, spamd's protocol and
 * milters, which their group may open: once from outside of the group, and once as one of it, who
 * has a vote of its own there and tries those of others. It says what belongs to one socket at the
 * other two as well. Only root can play it.
 */
final class SocketImpostors {
  private static final List<String> PROTOCOLS = List.of("http", "spamd", "milter");
  private static final List<String> OTHERS = List.of("local", "root", "0", "nobody", "LOCAL");
  private static final int GUESSES = 10;
  private static final int KEYS = 10;
  private static final String REFUSED = "no connection";
  private static final Path PERL = Path.of("/usr/bin/perl");

  /** Says each line of its input, in hexadecimal, over a connection of its own. */
  private static final String ASK =
      """
      $SIG{PIPE} = "IGNORE";
      while (my $said = <STDIN>) {
        chomp $said;
        my $socket = IO::Socket::UNIX->new(Peer => $ARGV[0]) or do { print "no connection\\n"; next };
        print $socket pack("H*", $said);
        local $/;
        print <$socket>, "\\n";
      }
      """;

  /**
   * What came of it.
   *
   * @param tried all of it
   * @param reached connections of the account that is not in the group
   * @param counted votes at the peer before the account voted as itself, and how many more after it
   *     had done so over HTTP and again over spamd's protocol
   */
  record Outcome(TriedVotes tried, int reached, long counted, long own) {
    static final Outcome NONE = new Outcome(TriedVotes.NONE, 0, 0, 1);

    /** Whether nobody voted as another, and one person counts once. */
    boolean holds() {
      return tried.taken() == 0 && reached == 0 && counted == 0 && own == 1;
    }
  }

  private final PeerProcess peer;
  private final Path sockets;
  private final SplittableRandom random;
  private TriedVotes tried = TriedVotes.NONE;

  private SocketImpostors(PeerProcess peer, Path sockets, SplittableRandom random) {
    this.peer = peer;
    this.sockets = sockets;
    this.random = random;
  }

  /** Whether this host has what it takes, for root. */
  static boolean canBePlayed() {
    return Files.isExecutable(PERL);
  }

  /** Plays it against a peer of its own. */
  static Outcome play(List<String> flags, SplittableRandom random, Consumer<String> progress)
      throws ProcessException, PeerClientException, IOException {
    Path sockets = Files.createTempDirectory("sw");
    try {
      Files.setPosixFilePermissions(sockets, PosixFilePermissions.fromString("rwxr-xr-x"));
      List<String> settings =
          PROTOCOLS.stream()
              .map(name -> name + ".socket=" + sockets.resolve(name) + " mode=0660")
              .toList();
      try (PeerProcesses peers = PeerProcesses.start(1, flags, settings, progress)) {
        return new SocketImpostors(peers.all().get(0), sockets, random).play();
      }
    } finally {
      for (String name : PROTOCOLS) {
        Files.deleteIfExists(sockets.resolve(name));
      }
      Files.deleteIfExists(sockets);
    }
  }

  private Outcome play() throws IOException, PeerClientException {
    List<String> said = said();
    int reached = 0;
    for (String protocol : PROTOCOLS) {
      String outside = say(OtherAccount.OUTSIDER, protocol, said);
      reached += said.size() - outside.split(REFUSED, -1).length + 1;
      say(OtherAccount.OF_ROOTS_GROUP, protocol, said);
    }
    long counted = peer.client().status().votes();
    String mail = SaidVotes.mail(random);
    String own =
        SaidVotes.request(
            "/v1/votes?verdict=spam", "localhost", "Content-Type: message/rfc822\r\n", mail);
    OtherAccount.OF_ROOTS_GROUP.answered(command("http"), lines(List.of(SaidVotes.last(own))));
    OtherAccount.OF_ROOTS_GROUP.answered(command("spamd"), lines(List.of(tell("", mail))));
    return new Outcome(tried, reached, counted, peer.client().status().votes() - counted);
  }

  private List<String> said() throws PeerClientException {
    List<String> http = new ArrayList<>(SaidVotes.guesses(GUESSES, random));
    http.addAll(SaidVotes.ofKeys(KEYS, peer.client().status(), random));
    List<String> said = new ArrayList<>();
    for (String user : OTHERS) {
      http.add(SaidVotes.vote("&user=" + user, "localhost", "", random));
      String header = "User: " + user + "\r\n";
      http.add(SaidVotes.request("/learnspam", "localhost", header, SaidVotes.mail(random)));
      said.add(tell(header, SaidVotes.mail(random)));
      said.add(shown(user, SaidVotes.mail(random)));
    }
    http.forEach(request -> said.add(SaidVotes.last(request)));
    return said;
  }

  private static String tell(String user, String mail) {
    return "TELL SPAMC/1.5\r\nMessage-class: spam\r\nSet: local, remote\r\n"
        + user
        + "Content-length: "
        + mail.length()
        + "\r\n\r\n"
        + mail;
  }

  /** A mail for a user as a mail server shows it, with fields that claim to be this program's. */
  private static String shown(String user, String mail) {
    return packet("O\0\0\0\6\0\0\1\u00ff\0\u001f\u00ff\u00ff")
        + packet("R<" + user + ">\0")
        + packet("LUser\0" + user + "\0")
        + packet("LX-SpamWatch-Status\0spam; votes=9/0\0")
        + packet("LX-Spam-Flag\0YES\0")
        + packet("E" + mail)
        + packet("Q");
  }

  private static String packet(String data) {
    byte[] length = ByteBuffer.allocate(Integer.BYTES).putInt(data.length()).array();
    return new String(length, ISO_8859_1) + data;
  }

  private String say(OtherAccount account, String protocol, List<String> said) throws IOException {
    String answers = account.answered(command(protocol), lines(said));
    int taken = SaidVotes.taken(answers) + answers.split("DidSet: ", -1).length - 1;
    long bytes = said.stream().mapToLong(String::length).sum();
    tried = tried.and(new TriedVotes(said.size(), bytes, taken));
    return answers;
  }

  private List<String> command(String protocol) {
    String socket = sockets.resolve(protocol).toString();
    return List.of(PERL.toString(), "-MIO::Socket::UNIX", "-e", ASK, socket);
  }

  private static String lines(List<String> said) {
    StringBuilder lines = new StringBuilder();
    for (String each : said) {
      lines.append(HexFormat.of().formatHex(each.getBytes(ISO_8859_1))).append('\n');
    }
    return lines.toString();
  }
}
