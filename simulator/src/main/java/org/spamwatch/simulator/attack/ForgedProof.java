package org.spamwatch.simulator.attack;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.spamwatch.agent.check.Verdict;
import org.spamwatch.agent.ham.HamConfig;
import org.spamwatch.agent.ham.HamSource;
import org.spamwatch.agent.ham.MailFeatures;
import org.spamwatch.agent.ham.OwnHam;
import org.spamwatch.agent.proof.SenderProof;
import org.spamwatch.agent.vote.VoteValue;
import org.spamwatch.ata.AddressedMail;
import org.spamwatch.ata.ApproximateText;
import org.spamwatch.ata.fingerprint.Threshold;
import org.spamwatch.ata.mail.MailText;
import org.spamwatch.ata.mail.NotAMailException;
import org.spamwatch.simulator.outage.RandomText;
import org.spamwatch.simulator.virtual.MessageLog;
import org.spamwatch.simulator.virtual.PeerNetwork.Peer;
import org.spamwatch.simulator.virtual.SimulatedVoter;

/**
 * A shop whose mail a site's users keep, and others who write in its frame: with what its mail
 * server would say forged in every place of a header that is the sender's, with a domain of their
 * own of which a mail was kept, and from the shop's own servers.
 */
final class ForgedProof implements Attack.Scenario {
  private static final int PEERS = 6;
  private static final int MAILS = 20;
  private static final int FRAME = 150;
  private static final int OWN = 50;
  private static final String SHOP = "shop-of-brand.com";
  private static final String SPAMMER = "spam-with-a-domain.com";
  private static final String SERVER = "Authentication-Results: mx.example; ";
  private static final String NONE = SERVER + "none\n";
  private static final String PASS = "dmarc=pass header.from=" + SHOP;
  private static final String BORDER = "Received: from a by mx.example\n";
  private static final String FROM = "From: A Shop <receipts@" + SHOP + ">\n";

  /** Headers of those who would pass for the shop, each without its server's word for it. */
  private static final List<String> FORGERIES =
      List.of(
          NONE + BORDER + SERVER + PASS + "\n" + FROM,
          BORDER + NONE + SERVER + PASS + "\n" + FROM,
          NONE + BORDER + SERVER + PASS + "\n" + SERVER + PASS + "\n" + FROM,
          NONE + BORDER + (SERVER + PASS).replace("; ", ";\n\t") + "\n" + FROM,
          BORDER + NONE.replace("none", "(" + PASS + ") none") + FROM,
          BORDER + SERVER.replace("mx.", "mx2.") + PASS + "\n" + FROM,
          BORDER.repeat(3) + SERVER + PASS + "\n" + FROM,
          SERVER + "spf=fail smtp.mailfrom=\"x; " + PASS + "; y\"@a.example\n" + BORDER + FROM,
          SERVER
              + "spf=fail (x) "
              + PASS
              + ") smtp.mailfrom=a.example\n"
              + BORDER
              + SERVER
              + PASS
              + "\n"
              + FROM,
          SERVER + "dmarc=pass header.from=" + SPAMMER + "\n" + BORDER + FROM,
          SERVER + PASS + "; dmarc=fail header.from=" + SHOP + "\n" + BORDER + FROM,
          SERVER + PASS + "\n" + BORDER + FROM + "From: x@" + SPAMMER + "\n",
          SERVER + PASS + "\n" + BORDER + "From: x@" + SPAMMER + ", receipts@" + SHOP + "\n",
          SERVER
              + "arc=pass\n"
              + BORDER
              + "ARC-Seal: i=1; d=a.example; cv=none\n"
              + "ARC-Authentication-Results: i=1; mx.example; "
              + PASS
              + "\n"
              + FROM);

  private final ApproximateText addressing = ApproximateText.standard().withEvidence();
  private final SenderProof proof = new SenderProof(List.of("mx.example"), 2, List.of());

  @Override
  public AttackResult run(AttackSettings settings, Consumer<String> progress) {
    SplittableRandom random = new SplittableRandom(settings.seed());
    OwnHam ham = new OwnHam(HamConfig.DEFAULT, random::nextLong);
    VirtualRealm realm = VirtualRealm.ofSite(settings.seed(), PEERS, ham);
    RandomText frame = RandomText.draw(FRAME, random);
    String shop = proven(SHOP);
    learn(ham, mail(shop, RandomText.draw(random)));
    Site site = new Site(realm, realm.peer(0), realm.voter());

    site.mark(mail(BORDER + FROM, inFrame(frame, random)));
    int receipts = site.spam(this, shop, frame, MAILS, random);
    int unproven = site.spam(this, BORDER + FROM, frame, MAILS, random);
    int forged = 0;
    for (String header : FORGERIES) {
      forged += site.spam(this, header, frame, 1, random);
    }
    RandomText spam = RandomText.draw(FRAME, random);
    String spammer = proven(SPAMMER);
    learn(ham, mail(spammer, RandomText.draw(random)));
    site.mark(mail(spammer, inFrame(spam, random)));
    int ofSpammer = site.spam(this, spammer, spam, MAILS, random);
    RandomText breach = RandomText.draw(FRAME, random);
    site.mark(mail(shop, inFrame(breach, random)));
    int takenOver = site.spam(this, shop, breach, MAILS, random);

    String seen =
        ("%d of %d real receipts called spam, without proof %d; of mails that are spam: %d of %d"
                + " with a forged header found, %d of %d of a spammer's own domain, %d of %d from the"
                + " shop's servers")
            .formatted(
                receipts,
                MAILS,
                unproven,
                forged,
                FORGERIES.size(),
                ofSpammer,
                MAILS,
                takenOver,
                MAILS);
    boolean kept =
        receipts == 0 && forged == FORGERIES.size() && ofSpammer == MAILS && takenOver == MAILS;
    return new AttackResult(0, 0, seen, kept);
  }

  /** A header in which the site's server says whose mail it is. */
  private static String proven(String domain) {
    return SERVER
        + ("dkim=pass header.d=mail.%1$s; dmarc=pass header.from=%1$s\n" + BORDER).formatted(domain)
        + "From: A Shop <receipts@"
        + domain
        + ">\n";
  }

  private static RandomText inFrame(RandomText frame, SplittableRandom random) {
    List<String> words = new ArrayList<>(RandomText.draw(OWN, random).words());
    words.addAll(frame.words());
    return new RandomText(words);
  }

  private AddressedMail mail(String header, RandomText text) {
    String mail = header + "Subject: Your order\n\n" + String.join(" ", text.words()) + "\n";
    try {
      MailText read = addressing.read(mail.getBytes(StandardCharsets.US_ASCII));
      return addressing.address(read, proof.domain(read.header()));
    } catch (NotAMailException e) {
      throw new IllegalStateException("a header and words are a mail", e);
    }
  }

  private static void learn(OwnHam ham, AddressedMail mail) {
    ham.learn(HamSource.KEPT, MailFeatures.of(mail), OptionalLong.empty(), 0);
  }

  /** A person at a peer. */
  private record Site(VirtualRealm realm, Peer peer, SimulatedVoter user) {
    void mark(AddressedMail mail) {
      boolean accepted =
          new MessageLog(realm.network(), peer, user)
              .mark(mail, VoteValue.SPAM)
              .filter(receipt -> receipt.accepted())
              .isPresent();
      if (!accepted) {
        throw new IllegalStateException("a mark was not accepted");
      }
      realm.pass();
    }

    /** How many different mails with a header, in a frame, are spam. */
    int spam(
        ForgedProof attack, String header, RandomText frame, int count, SplittableRandom random) {
      int spam = 0;
      for (int i = 0; i < count; i++) {
        AddressedMail mail = attack.mail(header, inFrame(frame, random));
        Verdict verdict =
            MessageLog.check(realm.network(), peer, mail, 1, Threshold.STANDARD).verdict();
        spam += verdict == Verdict.SPAM ? 1 : 0;
      }
      return spam;
    }
  }
}
