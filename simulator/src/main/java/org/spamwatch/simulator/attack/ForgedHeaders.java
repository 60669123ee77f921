package org.spamwatch.simulator.attack;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.spamwatch.agent.header.FingerprintSeal;
import org.spamwatch.agent.header.HeaderBlock;
import org.spamwatch.agent.http.PeerClient;
import org.spamwatch.agent.http.PeerClient.CheckOptions;
import org.spamwatch.agent.http.PeerClientException;
import org.spamwatch.agent.vote.VoteOrigin;
import org.spamwatch.agent.vote.VoteValue;
import org.spamwatch.ata.AddressedMail;
import org.spamwatch.simulator.outage.RandomText;
import org.spamwatch.simulator.processes.PeerProcesses;
import org.spamwatch.simulator.processes.ProcessException;

/**
 * A sender who writes this program's fields into his mail. Mail comes to its readers through a
 * peer, by spamd's protocol, and they ask and vote by the header alone. The sender gets mail
 * through the same peer, so he has fields that it did write, for other mails.
 */
final class ForgedHeaders implements Attack.Scenario {
  private static final String FIELD = FingerprintSeal.FIELD + ": ";
  private static final String MADE_UP = "v=1; guid=" + "0".repeat(40) + "; mac=AA==; vectors=AA==";
  private static final int COPIES = 20;
  private static final int DAMAGED = 50;

  /** Fields that would lead a reader's programs; none is to reach them. */
  private static final List<String> FORGED =
      List.of(
          "X-SpamWatch-Status: unknown; votes=0/9; match=0/0; source=none; by=own-site\r\n",
          "X-SpamWatch-Status: spam; votes=9/0; match=32/32; source=summary; by=own-site\r\n",
          "x-spamwatch-STATUS \t: unknown\r\n folded\r\n\tand again\r\n",
          "X-SpamWatch-Whatever:\r\n spam\r\n",
          FIELD + MADE_UP + "\r\n",
          (FIELD + MADE_UP + "\r\n").repeat(100),
          "X-Spam-Flag: YES\r\nX-Spam-Flag: NO\r\n",
          "X-Spam-Status: No, score=-100\r\n",
          "X-Spam-Level: *\rX-SpamWatch-Status: unknown\r\n");

  /** A mail by the parts of it that a sender can copy from another. */
  private record Letter(String head, String text) {
    private static Letter draw(SplittableRandom random) {
      long id = random.nextLong(1L << 40);
      String head =
          "From: Sender %d <sender%d@generated.example>\r\n".formatted(id, id)
              + "Date: Mon, 23 Nov 2026 10:00:00 +0000\r\n"
              + "Message-ID: <%d@generated.example>\r\nSubject: offer %d\r\n".formatted(id, id);
      return new Letter(head, String.join(" ", RandomText.draw(random).words()) + "\r\n");
    }

    private byte[] with(String before, String after) {
      return (before + head + after + "\r\n" + text).getBytes(ISO_8859_1);
    }
  }

  /** What was tried, and how often it did harm. */
  private record Tried(int harmed, int of) {
    @Override
    public String toString() {
      return harmed + " of " + of;
    }
  }

  @Override
  public AttackResult run(AttackSettings settings, Consumer<String> progress)
      throws ProcessException, PeerClientException {
    List<String> flags = PeerProcesses.small(settings.heapMebibytes());
    try {
      int port = freePort();
      List<String> own = List.of("check.privacy=network", "spamd.listen=127.0.0.1:" + port);
      try (PeerProcesses peers = PeerProcesses.start(1, flags, own, progress)) {
        PeerClient client = peers.all().get(0).client();
        return new Sender(client, port, new SplittableRandom(settings.seed())).attack();
      }
    } catch (IOException e) {
      throw new ProcessException("no connection can be had: " + e.getMessage(), e);
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  /** The sender, and the readers whom he means. */
  private static final class Sender {
    private final PeerClient client;
    private final int port;
    private final SplittableRandom random;
    private long bytes;

    private Sender(PeerClient client, int port, SplittableRandom random) {
      this.client = client;
      this.port = port;
      this.random = random;
    }

    private AttackResult attack() throws IOException, PeerClientException {
      long begun = System.nanoTime();
      Tried fields = delivered();
      long before = client.status().votes();
      Tried marks = headersAlone();
      long counted = client.status().votes() - before;
      Tried misled = copiesWhole();
      Tried lost = honest();
      String seen =
          "forged fields reach readers in %s mails; taken by the header: %s votes and checks, %d at"
              + " the peer; on a copied mail fall %s votes; of honest ones are lost %s";
      return new AttackResult(
          bytes,
          (System.nanoTime() - begun) / 1e9,
          seen.formatted(fields, marks, counted, misled, lost),
          fields.harmed() + marks.harmed() + misled.harmed() + lost.harmed() + counted == 0);
    }

    /** A forged field anywhere in a header changes nothing of what is delivered. */
    private Tried delivered() throws IOException, PeerClientException {
      Letter spam = Letter.draw(random);
      vote(header(deliver(spam.with("", ""))));
      int tried = 0;
      int harmed = 0;
      for (Letter letter : List.of(spam, Letter.draw(random))) {
        String expected = deliver(letter.with("", ""));
        for (String forged : FORGED) {
          String[] lines = letter.head().split("(?<=\n)", 3);
          String within = lines[0] + lines[1] + forged + lines[2];
          for (byte[] mail :
              List.of(
                  letter.with(forged, ""),
                  letter.with("", forged),
                  new Letter(within, letter.text()).with("", ""))) {
            tried++;
            harmed += deliver(mail).equals(expected) ? 0 : 1;
          }
        }
      }
      return new Tried(harmed, tried);
    }

    /** Fields of other mails, peers and makers, shown by a reader whose mail came past the peer. */
    private Tried headersAlone() throws IOException, PeerClientException {
      Letter known = Letter.draw(random);
      String knownHeader = header(deliver(known.with("", "")));
      String copied = field(knownHeader);
      Letter letter = Letter.draw(random);
      String own = field(header(deliver(letter.with("", ""))));
      byte[] secret = new byte[32];
      random.nextBytes(secret);
      List<String> headers = new ArrayList<>();
      headers.add(copied + letter.head());
      headers.add(own + copied + letter.head());
      headers.add(copied + own + letter.head());
      headers.add(own.stripTrailing() + ";\r\n " + value(copied) + letter.head());
      headers.add(FIELD + MADE_UP + "\r\n" + letter.head());
      headers.add(foreign(secret, letter) + letter.head());
      String[] mine = lines(letter.head());
      String[] theirs = lines(known.head());
      for (int i = 0; i < mine.length; i++) {
        headers.add(copied + known.head() + mine[i]);
        String[] changed = theirs.clone();
        changed[i] = mine[i].equals(theirs[i]) ? "" : mine[i];
        headers.add(copied + String.join("", changed));
      }
      for (String tag : List.of("guid=", "mac=", "vectors=")) {
        headers.add(swapped(own, copied, tag) + letter.head());
      }
      for (int i = 0; i < DAMAGED; i++) {
        int at = FIELD.length() + random.nextInt(copied.length() - FIELD.length() - 8);
        boolean matters = copied.charAt(at + 1) != '='; // the last digit of base64 may not
        if (matters && Character.isLetterOrDigit(copied.charAt(at))) {
          char other = copied.charAt(at) == '7' ? '3' : '7';
          headers.add(copied.substring(0, at) + other + copied.substring(at + 1) + known.head());
        }
      }
      int taken = 0;
      for (String header : headers) {
        taken += isTaken(() -> vote(header)) ? 1 : 0;
        taken += isTaken(() -> client.checkHeader(sent(header), CheckOptions.USUAL)) ? 1 : 0;
      }
      return new Tried(taken, 2 * headers.size());
    }

    /** A mail with all fields of another, and a text of its own, delivered and then voted on. */
    private Tried copiesWhole() throws IOException, PeerClientException {
      int harmed = 0;
      for (int i = 0; i < COPIES; i++) {
        Letter known = Letter.draw(random);
        String copied = field(header(deliver(known.with("", ""))));
        Letter copy = new Letter(known.head(), Letter.draw(random).text());
        String delivered = header(deliver(copy.with(copied, "")));
        boolean right = isTaken(() -> vote(delivered)) && isSpam(copy) && !isSpam(known);
        harmed += right ? 0 : 1;
      }
      return new Tried(harmed, COPIES);
    }

    /** Readers of ordinary mail, whose servers fold headers anew. */
    private Tried honest() throws IOException, PeerClientException {
      int lost = 0;
      for (int i = 0; i < COPIES; i++) {
        Letter letter = Letter.draw(random);
        String delivered = header(deliver(letter.with("", ""))).replace("\r\n\t", "\n  ");
        lost += isTaken(() -> vote(delivered)) && isSpam(letter) ? 0 : 1;
      }
      return new Tried(lost, COPIES);
    }

    /** What a mail's reader gets: as the peer gives it back. */
    private String deliver(byte[] mail) throws IOException {
      String answer = ask("PROCESS", mail);
      return answer.substring(answer.indexOf("\r\n\r\n") + 4);
    }

    private boolean isSpam(Letter letter) throws IOException {
      return ask("CHECK", letter.with("", "")).contains("Spam: True");
    }

    private String ask(String method, byte[] mail) throws IOException {
      try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
        String head = method + " SPAMC/1.5\r\nContent-length: " + mail.length + "\r\n\r\n";
        socket.getOutputStream().write(sent(head + new String(mail, ISO_8859_1)));
        socket.shutdownOutput();
        return new String(socket.getInputStream().readAllBytes(), ISO_8859_1);
      }
    }

    private byte[] sent(String text) {
      byte[] sent = text.getBytes(ISO_8859_1);
      bytes += sent.length;
      return sent;
    }

    private void vote(String header) throws PeerClientException {
      client.voteByHeader(sent(header), VoteValue.SPAM, VoteOrigin.BUTTON);
    }
  }

  /** What a reader does with a header. */
  private interface Act {
    void run() throws PeerClientException;
  }

  private static boolean isTaken(Act act) throws PeerClientException {
    try {
      act.run();
      return true;
    } catch (PeerClientException e) {
      if (e.kind() == PeerClientException.Kind.REFUSED) {
        return false;
      }
      throw e;
    }
  }

  /** The header of a mail that was delivered. */
  private static String header(String mail) {
    return mail.substring(0, mail.indexOf("\r\n\r\n") + 2);
  }

  /** The field with its folds, as a sender can copy it. */
  private static String field(String header) {
    int at = header.indexOf(FIELD);
    int end = header.indexOf("\r\n", at);
    while (header.startsWith("\r\n\t", end)) {
      end = header.indexOf("\r\n", end + 2);
    }
    return header.substring(at, end + 2);
  }

  private static String[] lines(String head) {
    return head.lines().map(line -> line + "\r\n").toArray(String[]::new);
  }

  private static String value(String field) {
    return field.substring(FIELD.length());
  }

  /** One's own field with one tag of another's. */
  private static String swapped(String own, String other, String tag) {
    StringBuilder value = new StringBuilder(FIELD);
    String[] mine = value(own).replaceAll("\\s", "").split(";", -1);
    String[] theirs = value(other).replaceAll("\\s", "").split(";", -1);
    for (int i = 0; i < mine.length; i++) {
      value.append(i == 0 ? "" : ";").append(mine[i].startsWith(tag) ? theirs[i] : mine[i]);
    }
    return value.append("\r\n").toString();
  }

  /** The field of a peer that the sender runs himself. */
  private static String foreign(byte[] secret, Letter letter) {
    AddressedMail mail = new RandomText(List.of(letter.text().strip())).address();
    HeaderBlock header = HeaderBlock.of(letter.with("", ""));
    return new FingerprintSeal(secret).seal(mail, header).orElseThrow().text("\r\n");
  }
}
