package org.spamwatch.clients;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.spamwatch.agent.api.ApiJson;
import org.spamwatch.agent.api.CheckAnswer;
import org.spamwatch.agent.api.Votes;

/** The add-on in a real Thunderbird, with two IMAP accounts and a peer; docs/integrations. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class ThunderbirdTest {
  private static final String ALICE = "alice";
  private static final String BOB = "bob";
  private static final String INBOX = "INBOX";
  private static final String JUNK = "Junk";
  private static final String FILED = "spamwatchfiled";

  private final HttpClient http = HttpClient.newHttpClient();
  private Scratch scratch;
  private RunningPeer peer;
  private Dovecot dovecot;
  private Thunderbird thunderbird;
  private ImapUser alice;
  private ImapUser bob;

  @BeforeAll
  void start() throws Exception {
    scratch = Scratch.make();
    peer = RunningPeer.start(scratch);
    dovecot = Dovecot.start(scratch, List.of(ALICE, BOB), "");
    thunderbird = Thunderbird.start(scratch, dovecot, List.of(ALICE, BOB));
    alice = dovecot.user(ALICE);
    bob = dovecot.user(BOB);
    thunderbird.options("document.getElementById('peer').value = args[0];", peer.url().toString());
  }

  @AfterAll
  void end() throws IOException {
    scratch.close();
  }

  @Test
  void spamIsFiledInItsOwnAccountAndOtherMailLeftAlone() throws Exception {
    peer.callsSpam(Mails.spam(1));
    Mail ham = Mails.ham(1);
    dovecot.deliver(ALICE, ham);
    // The same mail in both accounts, with one Message-ID.
    Mail spam = Mails.spamVariant(1, 2);
    for (ImapUser user : List.of(alice, bob)) {
      long delivered = System.nanoTime();
      dovecot.deliver(user.equals(alice) ? ALICE : BOB, spam);
      Awaiting.until("filed", () -> user.has(JUNK, spam));
      assertThat(System.nanoTime() - delivered).as("ns to Junk").isLessThan(10_000_000_000L);
      assertThat(user.keywords(JUNK, spam)).contains(FILED);
      assertThat(user.has(INBOX, spam)).isFalse();
      assertThat(user.isSeen(JUNK, spam)).isFalse();
      assertThat(votes(spam)).isEqualTo(new Votes(1, 0));
    }
    assertThat(alice.has(INBOX, ham)).isTrue();
    thunderbird.select(ALICE, JUNK, spam);
    awaitBanner("SpamWatch calls this spam");
    thunderbird.picture("banner");
  }

  @Test
  void aPersonMarksTakesBackAndIsToldWhy() throws Exception {
    Mail mail = Mails.spam(10);
    dovecot.deliver(ALICE, mail);
    popup(mail, "spam");
    awaitVotes(mail, 1, 0);
    Awaiting.until("moved", () -> alice.has(JUNK, mail));

    thunderbird.select(ALICE, JUNK, mail);
    awaitBanner("You marked this as spam.");
    explain(mail, "spam");
    thunderbird.click("Take back");
    awaitVotes(mail, 0, 0);
    Awaiting.until("back", () -> alice.has(INBOX, mail));
    Awaiting.until("no tag left", () -> ours(alice, INBOX, mail).isEmpty());

    thunderbird.select(ALICE, INBOX, mail);
    assertThat(thunderbird.banner()).isEmpty();
    popup(mail, "ham");
    awaitVotes(mail, 0, 1);
    assertThat(alice.has(INBOX, mail)).isTrue();
  }

  @Test
  void spamOfAnotherTextIsFiledForWhomToAnswer() throws Exception {
    String answers = "Reply-To: <office@winner.example.org>";
    Mail marked = Mails.spam(50).with(answers);
    dovecot.deliver(ALICE, marked);
    popup(marked, "spam");
    awaitVotes(marked, 1, 0);
    Mail other = Mails.spam(51).with(answers);
    dovecot.deliver(BOB, other);
    Awaiting.until("filed", () -> bob.has(JUNK, other));
  }

  @Test
  void aRescuedMailGoesBackToWhereItCameFrom() throws Exception {
    peer.callsSpam(Mails.spam(20));
    Mail mail = Mails.spamVariant(20, 2);
    dovecot.deliver(BOB, mail);
    Awaiting.until("filed", () -> bob.has(JUNK, mail));
    thunderbird.select(BOB, JUNK, mail);
    awaitBanner("SpamWatch calls this spam");
    thunderbird.click("Not spam");
    Awaiting.until("back", () -> bob.has(INBOX, mail));
    Awaiting.until("no tag left", () -> ours(bob, INBOX, mail).isEmpty());
    awaitVotes(mail, 1, 1);
  }

  /** Whoever leaves a list takes his vote back; what is opened is seen, and nobody gets it. */
  @Test
  void unsubscribingOpensALetterOrTheBrowserAndTakesTheVoteBack() throws Exception {
    String opened =
        "return unsubscribed(() => popup(`content.document.getElementById(args[0])"
            + ".click();`, 'unsubscribe'))";
    Mail letter =
        Mails.ham(95).with("List-Unsubscribe: <mailto:leave@127.0.0.1?subject=off&cc=a@b>");
    dovecot.deliver(ALICE, letter);
    thunderbird.select(ALICE, INBOX, letter);
    assertThat(thunderbird.run(opened).asText()).isEqualTo("leave@127.0.0.1: off");

    String page = "https://127.0.0.1:1/leave";
    Mail web = Mails.ham(96).with("List-Unsubscribe: <http://127.0.0.1:1/no>,\r\n <" + page + ">");
    dovecot.deliver(ALICE, web);
    vote(ALICE, INBOX, web, "spam");
    awaitVotes(web, 1, 0);
    Awaiting.until("moved", () -> alice.has(JUNK, web));
    thunderbird.select(ALICE, JUNK, web);
    awaitBanner("(opens 127.0.0.1 in your browser)");
    assertThat(
            thunderbird
                .run("return unsubscribed(() => clickBanner('Unsubscribe instead'))")
                .asText())
        .isEqualTo(page);
    awaitVotes(web, 0, 0);
    Awaiting.until("back", () -> alice.has(INBOX, web));
  }

  @Test
  void thunderbirdsJunkButtonVotesAndItsOwnFilterNever() throws Exception {
    for (int seed = 30; seed < 33; seed++) {
      dovecot.deliver(ALICE, Mails.spam(seed));
      dovecot.deliver(ALICE, Mails.ham(seed));
    }
    Mail last = Mails.ham(32);
    Awaiting.until("checked", () -> noted("checked:").contains(Thunderbird.bare(last)));
    // After it they are no mail that has just arrived, on which a mark may be the filter's.
    thunderbird.restart();
    // A person's marks teach Thunderbird's filter.
    for (int seed = 30; seed < 33; seed++) {
      judgeByThunderbird(Mails.spam(seed), 1, 0, "cmd_markAsJunk");
      judgeByThunderbird(Mails.ham(seed), 0, 1, "cmd_markAsJunk", "cmd_markAsNotJunk");
    }
    // Nobody calls this spam any more, or it would be moved.
    Mail trap = Mails.spamVariant(31, 9);
    thunderbird.select(ALICE, INBOX, Mails.spam(31));
    thunderbird.click("Take back");
    awaitVotes(trap, 0, 0);
    dovecot.deliver(ALICE, trap);
    // A person who opens it at once may be before the filter.
    thunderbird.select(ALICE, INBOX, trap);
    Awaiting.until("its filter marks it", () -> junkScore(INBOX, trap) >= 90);
    // Marks are dealt with one after the other: one on the trap would be a vote before this one is.
    judgeByThunderbird(Mails.spam(30), 0, 1, "cmd_markAsNotJunk");
    assertThat(votes(trap)).isEqualTo(new Votes(0, 0));
  }

  @Test
  void aPageThatWasSuspendedWakesForNewMail() throws Exception {
    peer.callsSpam(Mails.spam(40));
    assertThat(thunderbird.run("return suspend()").asText()).isEqualTo("stopped");
    Mail mail = Mails.spamVariant(40, 2);
    dovecot.deliver(ALICE, mail);
    Awaiting.until("filed", () -> alice.has(JUNK, mail));
  }

  @Test
  void whatWasBegunWhileThePeerWasDownIsFinishedAfterARestart() throws Exception {
    peer.callsSpam(Mails.spam(42));
    Mail spam = Mails.spamVariant(42, 3);
    Mail marked = Mails.spam(41);
    peer.stop();
    try {
      dovecot.deliver(ALICE, spam);
      Awaiting.until("begun", () -> noted("job:check").contains(Thunderbird.bare(spam)));
      dovecot.deliver(ALICE, marked);
      popup(marked, "spam");
      Awaiting.until("moved all the same", () -> alice.has(JUNK, marked));
      thunderbird.select(ALICE, INBOX, spam);
      Awaiting.until("it is told", () -> popupText().contains("does not answer"));
      assertThat(popupText()).contains("Votes waiting to be sent: 1.");
      assertThat(thunderbird.banner()).isEmpty();
      assertThat(alice.has(INBOX, spam)).isTrue();
      thunderbird.run("press('cmd_markAsUnread')");
      Awaiting.until("unread", () -> !alice.isSeen(INBOX, spam));
      assertThat(noted("job:vote")).contains(Thunderbird.bare(marked));
      thunderbird.stop();
    } finally {
      peer.start();
    }
    thunderbird.start();
    Awaiting.until("filed", () -> alice.has(JUNK, spam));
    awaitVotes(marked, 1, 0);
    assertThat(votes(spam)).isEqualTo(new Votes(1, 0));
    Awaiting.until("nothing is left to do", () -> noted("job:").isEmpty());
  }

  @Test
  void mailIsTaggedOrOnlyNamedIfItsPersonPrefersThat() throws Exception {
    peer.callsSpam(Mails.spam(50));
    thunderbird.options("form.querySelector('[value=tag]').click();");
    Mail tagged = Mails.spamVariant(50, 2);
    dovecot.deliver(ALICE, tagged);
    Awaiting.until("tagged", () -> alice.keywords(INBOX, tagged).contains("spamwatchspam"));
    thunderbird.options("form.querySelector('[value=banner]').click();");
    Mail named = Mails.spamVariant(50, 3);
    dovecot.deliver(ALICE, named);
    thunderbird.select(ALICE, INBOX, named);
    awaitBanner("SpamWatch calls this spam");
    assertThat(ours(alice, INBOX, named)).isEmpty();
    thunderbird.options("form.querySelector('[value=move]').click();");
  }

  @Test
  void whoVotesIsToldAndATokenIsItsPerson() throws Exception {
    assertThat(connection()).contains("The peer answers", "You vote as local.");
    thunderbird.picture("options");
    String token =
        peer.spamwatch("operator", new byte[0], "user", "add", "carol").well().out().strip();
    thunderbird.options("document.getElementById('token').value = args[0];", token);
    assertThat(connection()).contains("You vote as carol.");
    // Two people of one Thunderbird are two voters, and each is one.
    Mail mail = Mails.spam(90);
    dovecot.deliver(BOB, mail);
    vote(BOB, INBOX, mail, "spam");
    awaitVotes(mail, 1, 0);
    thunderbird.options("document.getElementById('token').value = '';");
    dovecot.deliver(ALICE, mail);
    Awaiting.until("filed", () -> alice.has(JUNK, mail));
    vote(ALICE, JUNK, mail, "spam");
    awaitVotes(mail, 2, 0);
    thunderbird.options("document.getElementById('token').value = 'no-token-of-anybody';");
    assertThat(connection()).contains("No connection");
    thunderbird.options("document.getElementById('token').value = '';");
  }

  private String connection() throws IOException {
    return thunderbird
        .page(
            "pages/options.html",
            "const document = content.document;"
                + "document.getElementById('test').click();"
                + "for (;;) { const text = document.getElementById('tested').textContent;"
                + " if (text && text !== 'Asking…') return text;"
                + " await new Promise(done => content.setTimeout(done, 20)); }")
        .asText();
  }

  @Test
  void theVectorsOfAMailOfFiveKilobytesTakeMilliseconds() throws Exception {
    for (int seed = 60; seed < 75; seed++) {
      Mail mail = Mails.ham(seed);
      dovecot.deliver(BOB, mail);
      Awaiting.until("checked", () -> noted("checked:").contains(Thunderbird.bare(mail)));
    }
    JsonNode millis =
        thunderbird.run(
            "return background(`return content.performance.getEntriesByName('fingerprints')"
                + ".map(entry => entry.duration).sort((a, b) => a - b)`)");
    double median = millis.path(millis.size() / 2).asDouble();
    assertThat(millis.size()).isGreaterThan(10);
    assertThat(median).as("ms of %s", millis).isLessThan(100);
  }

  private void judgeByThunderbird(Mail mail, int spam, int ham, String... commands)
      throws Exception {
    thunderbird.select(ALICE, INBOX, mail);
    for (String command : commands) {
      thunderbird.run("press(args[0])", command);
    }
    awaitVotes(mail, spam, ham);
  }

  /** What a person does in the popup of the button above a mail. */
  private void popup(Mail mail, String button) throws IOException {
    vote(ALICE, INBOX, mail, button);
  }

  private void vote(String user, String folder, Mail mail, String button) throws IOException {
    thunderbird.select(user, folder, mail);
    thunderbird.run(
        "return popup(`content.document.getElementById(args[0]).click();`, args[0])", button);
  }

  private String popupText() throws IOException {
    return thunderbird.run("return popup(`return content.document.body.innerText`)").asText();
  }

  private void explain(Mail mail, String word) throws Exception {
    thunderbird.click("Why?");
    String text =
        thunderbird.page("pages/explain.html", "return content.document.body.innerText").asText();
    assertThat(text).contains("people here", "32 of 32", word);
    thunderbird.picture("explain");
    thunderbird.select(ALICE, JUNK, mail);
  }

  private String noted(String prefix) throws IOException {
    JsonNode all = thunderbird.run("return noted(args[0])", prefix);
    return all.isEmpty() ? "" : all.toString();
  }

  private int junkScore(String folder, Mail mail) throws IOException {
    return thunderbird
        .run("return junkScore(args[0], args[1], args[2])", ALICE, folder, Thunderbird.bare(mail))
        .asInt();
  }

  private static List<String> ours(ImapUser user, String folder, Mail mail) throws Exception {
    return user.keywords(folder, mail).stream()
        .filter(word -> word.startsWith("spamwatch"))
        .toList();
  }

  private void awaitBanner(String text) throws Exception {
    Awaiting.until("banner: " + text, () -> thunderbird.banner().contains(text));
  }

  private void awaitVotes(Mail mail, int spam, int ham) throws Exception {
    Votes wanted = new Votes(spam, ham);
    Awaiting.until(mail.id() + " has " + wanted, () -> votes(mail).equals(wanted));
  }

  private Votes votes(Mail mail) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(peer.url() + "/v1/check"))
            .header("Content-Type", "message/rfc822")
            .POST(HttpRequest.BodyPublishers.ofByteArray(mail.bytes()))
            .build();
    HttpResponse<byte[]> answer = http.send(request, HttpResponse.BodyHandlers.ofByteArray());
    return ApiJson.readAnswer(answer.body(), CheckAnswer.class).votes();
  }
}
