package org.spamwatch.clients;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Recipients that are offered to Postfix, Exim and Sendmail by senders who have too many. */
final class RateLimitTest {
  private static final String LIMIT = "recipients 20/1h unique=recipient key=sender";
  private static final String TAKEN = "250";

  /** Offers recipients of a sender's; returns the first three characters of each answer. */
  private static List<String> offer(int port, String sender, int from, int to) throws IOException {
    List<String> answers = new ArrayList<>();
    for (int i = from; i < to; i++) {
      answers.add(
          Smtp.offer(port, sender + "@generated.example", "r" + i + "@generated.example")
              .substring(0, 3));
    }
    return answers;
  }

  /** A mail server that refuses for now what is over the limit, and takes all the rest. */
  private static void limits(PolicyPeer peer, int port, String refusal) throws Exception {
    assertThat(offer(port, "ada", 0, 20)).containsOnly(TAKEN);
    assertThat(Smtp.offer(port, "Ada@generated.example", "r20@generated.example"))
        .startsWith(refusal);
    assertThat(offer(port, "ada", 0, 20)).as("who was written to before").containsOnly(TAKEN);
    assertThat(offer(port, "bob", 0, 5)).as("another sender").containsOnly(TAKEN);
    assertThat(Smtp.offer(port, "", "r99@generated.example")).startsWith(TAKEN);
    assertThat(peer.over())
        .singleElement()
        .asString()
        .startsWith("over\trecipients\tada@generated.example\ttimes=1\trate=");

    peer.peer.stop();
    assertThat(offer(port, "ada", 30, 32)).as("while the peer is down").containsOnly(TAKEN);
    peer.peer.start();
    assertThat(offer(port, "ada", 32, 33)).as("after a restart").doesNotContain(TAKEN);
    peer.peer
        .spamwatch(
            "postmaster", new byte[0], "ratelimit", "forget", "recipients", "ada@generated.example")
        .well();
    assertThat(offer(port, "ada", 32, 33)).containsOnly(TAKEN);
    assertThat(peer.peer.log()).doesNotContain("ada@", "generated.example", "not counted");
  }

  @Test
  void postfixRefusesRecipientsOverTheLimit() throws Exception {
    try (Scratch scratch = Scratch.make()) {
      PolicyPeer peer = PolicyPeer.start(scratch, LIMIT, Postfix.ACCOUNT);
      Postfix postfix =
          Postfix.start(scratch, scratch.freePort(), peer.snippet("In /etc/postfix/main.cf"));
      limits(peer, postfix.port(), "450 4.7.1 <r20@generated.example>: Recipient address rejected");
    }
  }

  @Test
  void eximRefusesRecipientsOverTheLimit() throws Exception {
    try (Scratch scratch = Scratch.make()) {
      PolicyPeer peer = PolicyPeer.start(scratch, LIMIT, Exim.ACCOUNT);
      Exim exim = Exim.limiting(scratch, peer.snippet("In the ACL that acl_smtp_rcpt"));
      limits(peer, exim.port(), "451 too many of one sender or host, try again later");
    }
  }

  @Test
  void whoIsNotBelievedIsNotCounted() throws Exception {
    try (Scratch scratch = Scratch.make()) {
      PolicyPeer peer = PolicyPeer.start(scratch, LIMIT, "games");
      Exim exim = Exim.limiting(scratch, peer.snippet("In the ACL that acl_smtp_rcpt"));
      assertThat(offer(exim.port(), "ada", 0, 25)).containsOnly(TAKEN);
      assertThat(peer.over()).isEmpty();
      assertThat(peer.peer.log()).contains("list the account that it runs as, Debian-exim,");
    }
  }

  /** As the page says where Exim chooses key and unique itself. */
  @Test
  void eximAsksByALimitsNameAtTheSpamdPort() throws Exception {
    try (Scratch scratch = Scratch.make()) {
      SpamdPeer peer =
          SpamdPeer.start(
              scratch, "ratelimit.limits=recipients 5/1h", "users.vouch=" + Exim.ACCOUNT);
      String page = Files.readString(Scratch.ofProject("docs/integrations/ratelimit.md"));
      int at = page.indexOf("  defer message = too many recipients");
      String acl =
          page.substring(at, page.indexOf("```", at))
              .replace("11783", Integer.toString(peer.port()));
      Exim exim = Exim.limiting(scratch, acl);
      assertThat(offer(exim.port(), "ada", 0, 5)).containsOnly(TAKEN);
      assertThat(offer(exim.port(), "bob", 0, 5)).as("of the same domain").containsOnly(TAKEN);
      assertThat(Smtp.offer(exim.port(), "bob@generated.example", "r5@generated.example"))
          .startsWith("451 too many recipients, try again later");
      peer.peer.stop();
      assertThat(offer(exim.port(), "bob", 6, 7)).containsOnly(TAKEN);
    }
  }

  @Test
  void sendmailRefusesThemByTheMilter() throws Exception {
    try (Scratch scratch = Scratch.make()) {
      int milter = scratch.freePort();
      RunningPeer peer =
          RunningPeer.start(
              scratch, "milter.listen=127.0.0.1:" + milter, "ratelimit.limits=" + LIMIT);
      Sendmail sendmail =
          Sendmail.start(
              scratch,
              scratch.freePort(),
              Snippet.ofMilter("sendmail", milter).part("In /etc/mail/sendmail.mc"));
      assertThat(offer(sendmail.port(), "ada", 0, 20)).containsOnly(TAKEN);
      assertThat(Smtp.offer(sendmail.port(), "ada@generated.example", "r20@generated.example"))
          .startsWith(
              "450 4.7.1 <r20@generated.example>... over the limit recipients of 20/1h; try again later");
      assertThat(offer(sendmail.port(), "ada", 0, 2)).containsOnly(TAKEN);
      assertThat(offer(sendmail.port(), "bob", 0, 2)).containsOnly(TAKEN);
      peer.stop();
      assertThat(offer(sendmail.port(), "ada", 30, 31)).containsOnly(TAKEN);
    }
  }
}
