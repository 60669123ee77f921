package org.spamwatch.simulator.attack;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.spamwatch.agent.vote.VoteValue;
import org.spamwatch.ata.AddressedMail;
import org.spamwatch.ata.ApproximateText;
import org.spamwatch.ata.mail.NotAMailException;
import org.spamwatch.simulator.outage.RandomText;
import org.spamwatch.simulator.virtual.PeerNetwork.Peer;

/**
 * Spam that names a shop: its address for answers, its links, its subject, its page, its own
 * address as the author's, so that the shop's mail shares evidence with what people rightly mark.
 * Whoever sends it wants to be bought from, and so names somewhere of his own to go, too.
 */
final class JoeJob implements Attack.Scenario {
  private static final int PEERS = 6;
  private static final int MAILS = 10;
  private static final int WORDS = 150;
  private static final String SHOP = "shop-of-brand.com";
  private static final String SUBJECT = "Your order has left our store";
  private static final String ANSWERS = "service@" + SHOP;
  private static final String LINK = "https://www." + SHOP + "/orders/show?number=";

  /** How a spam names the shop. */
  private enum Way {
    REPLY_TO,
    CONTACT,
    LINKS,
    SUBJECT_AND_CONTACT,
    PAGE,
    AUTHOR,
    ALL;

    boolean has(Way one) {
      return this == one || this == ALL;
    }
  }

  private final ApproximateText addressing = ApproximateText.standard().withEvidence();

  @Override
  public AttackResult run(AttackSettings settings, Consumer<String> progress) {
    VirtualRealm realm = VirtualRealm.announcing(settings.seed(), PEERS);
    SplittableRandom random = new SplittableRandom(settings.seed());
    List<AddressedMail> spams = new ArrayList<>();
    for (Way way : Way.values()) {
      String spammer = "spam-" + spams.size() + "-sold-here.com";
      realm.vote(realm.peer(1), realm.voter(), spam(way, spammer, random), VoteValue.SPAM);
      spams.add(spam(way, spammer, random));
    }
    realm.pass(40);
    int checks = 0;
    int called = 0;
    int found = 0;
    for (Peer peer : realm.peers()) {
      for (int i = 0; i < MAILS; i++) {
        called += realm.findsSpam(peer, shopMail(random)) ? 1 : 0;
        checks++;
      }
      found += (int) spams.stream().filter(spam -> realm.findsSpam(peer, spam)).count();
    }
    String seen =
        "of %d checks of the shop's mail %d called it spam; %d of %d further spams of the same found"
            .formatted(checks, called, found, PEERS * spams.size());
    return new AttackResult(0, 0, seen, called == 0 && found == PEERS * spams.size());
  }

  private AddressedMail shopMail(SplittableRandom random) {
    return mail(
        "From: A Shop <orders@" + SHOP + ">\nReply-To: " + ANSWERS + "\nSubject: " + SUBJECT,
        page(LINK + random.nextInt(100_000), "https://www." + SHOP + "/help/returns", ANSWERS),
        random);
  }

  /** Another text each time, and where it leads to and who is to be written to stay. */
  private AddressedMail spam(Way way, String spammer, SplittableRandom random) {
    String answers = way.has(Way.REPLY_TO) ? ANSWERS : "sales@" + spammer;
    String subject =
        way.has(Way.SUBJECT_AND_CONTACT) ? SUBJECT : "Cheap " + way + " sold only here";
    String contact = way.has(Way.CONTACT) || way.has(Way.SUBJECT_AND_CONTACT) ? ANSWERS : answers;
    String other = way.has(Way.LINKS) ? LINK : "https://www." + spammer + "/list";
    String link = "https://www." + spammer + "/buy/offer";
    return mail(
        "From: Offers <offers@"
            + (way.has(Way.AUTHOR) ? SHOP : spammer)
            + ">\nReply-To: "
            + answers
            + "\nSubject: "
            + subject,
        way.has(Way.PAGE) ? page(link, other, contact) : simple(link, other, contact),
        random);
  }

  private AddressedMail mail(String header, String page, SplittableRandom random) {
    String mail =
        header
            + "\nTo: you@home.example\nMIME-Version: 1.0\nContent-Type: text/html\n\n"
            + page.replace("TEXT", String.join(" ", RandomText.draw(WORDS, random).words()));
    try {
      return addressing.address(mail.getBytes(StandardCharsets.US_ASCII));
    } catch (NotAMailException e) {
      throw new IllegalStateException("a header and a page are a mail", e);
    }
  }

  private static String page(String link, String other, String contact) {
    return """
        <html><body><table width=600><tr><td class=head><h1>Hello</h1></td></tr>
        <tr><td class=body><p>TEXT</p><ul><li><b>One</b></li><li><i>Two</i></li></ul></td></tr>
        <tr><td><a href="%s"><span>Look at it</span></a></td><td><em>or</em></td></tr>
        <tr><td class=foot><small><a href="%s">More</a> or write to %s</small><hr></td></tr>
        </table></body></html>
        """
        .formatted(link, other, contact);
  }

  private static String simple(String link, String other, String contact) {
    return "<p>TEXT</p><a href=%s>Buy</a> <a href=%s>More</a> or write to %s\n"
        .formatted(link, other, contact);
  }
}
