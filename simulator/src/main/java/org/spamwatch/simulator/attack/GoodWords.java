package org.spamwatch.simulator.attack;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.spamwatch.agent.vote.VoteValue;
import org.spamwatch.ata.AddressedMail;
import org.spamwatch.ata.ApproximateText;
import org.spamwatch.ata.mail.NotAMailException;
import org.spamwatch.simulator.outage.RandomText;
import org.spamwatch.simulator.virtual.PeerNetwork.Peer;
import org.spamwatch.statistics.CountTable;
import org.spamwatch.statistics.FilterParameters;
import org.spamwatch.statistics.FilterTrainer;
import org.spamwatch.statistics.Judge;
import org.spamwatch.statistics.StatisticalFilter;
import org.spamwatch.statistics.StatisticalFilter.Classification;
import org.spamwatch.statistics.TokenHash;
import org.spamwatch.statistics.mail.MailTokens;
import org.spamwatch.statistics.mail.TokenLimits;

/**
 * Words of ham behind spam (Lowd and Meek, <em>Good Word Attacks on Statistical Spam Filters</em>):
 * a statistical filter does not know the spam again, but votes on a copy of it do; and where such
 * spam is learnt in its turn, ham stays ham.
 */
final class GoodWords implements Attack.Scenario {
  private static final int PEERS = 4;
  private static final int LEARNT = 300;
  private static final int ASKED = 20;
  private static final int WORDS = 120;
  private static final int GOOD_WORDS = 240;
  private static final int VOCABULARY = 600;

  private final ApproximateText addressing = ApproximateText.standard().withEvidence();
  private final MailTokens reader = new MailTokens(TokenLimits.DEFAULT);

  @Override
  public AttackResult run(AttackSettings settings, Consumer<String> progress) {
    SplittableRandom random = new SplittableRandom(settings.seed());
    TokenHash hash = TokenHash.keyed(settings.seed(), ~settings.seed());
    List<String> ofHam = RandomText.draw(VOCABULARY, random).words();
    List<String> ofSpam = RandomText.draw(VOCABULARY, random).words();
    CountTable counts = new CountTable();
    for (int i = 0; i < LEARNT; i++) {
      learn(counts, hash, text(ofHam, WORDS, random), false);
      learn(counts, hash, text(ofSpam, WORDS, random), true);
    }
    VirtualRealm realm = VirtualRealm.announcing(settings.seed(), PEERS);
    List<String> spams = new ArrayList<>();
    for (int i = 0; i < ASKED; i++) {
      spams.add(text(ofSpam, WORDS, random));
      realm.vote(realm.peer(1), realm.voter(), address(spams.get(i)), VoteValue.SPAM);
    }
    realm.pass(40);
    StatisticalFilter filter = filter(counts);
    int known = 0;
    int hidden = 0;
    int found = 0;
    for (String spam : spams) {
      String padded = spam + " " + text(ofHam, GOOD_WORDS, random);
      known += said(filter, hash, spam) == Classification.SPAM ? 1 : 0;
      hidden += said(filter, hash, padded) == Classification.SPAM ? 0 : 1;
      AddressedMail mail = address(padded);
      found += (int) realm.peers().stream().filter(peer -> realm.findsSpam(peer, mail)).count();
      learn(counts, hash, padded, true);
    }
    StatisticalFilter afterwards = filter(counts);
    int wrong = 0;
    for (int i = 0; i < ASKED; i++) {
      String ham = text(ofHam, WORDS, random);
      wrong += said(afterwards, hash, ham) == Classification.SPAM ? 1 : 0;
      for (Peer peer : realm.peers()) {
        wrong += realm.findsSpam(peer, address(ham)) ? 1 : 0;
      }
    }
    String seen =
        "of %d spams statistics knew %d, and hid %d behind %d good words; votes found %d of %d; %d"
                .formatted(ASKED, known, hidden, GOOD_WORDS, found, ASKED * PEERS, wrong)
            + " hams were called spam after these were learnt";
    boolean kept = known == ASKED && hidden > 0 && found == ASKED * PEERS && wrong == 0;
    return new AttackResult(0, 0, seen, kept);
  }

  private static StatisticalFilter filter(CountTable counts) {
    return new FilterTrainer(FilterParameters.DEFAULT).train(counts, List.of(), 0, 1).filter();
  }

  private static String text(List<String> vocabulary, int length, SplittableRandom random) {
    List<String> words = new ArrayList<>();
    for (int i = 0; i < length; i++) {
      words.add(vocabulary.get(random.nextInt(vocabulary.size())));
    }
    return String.join(" ", words);
  }

  private static byte[] mail(String text) {
    return ("Subject: offer\n\n" + text + "\n").getBytes(StandardCharsets.US_ASCII);
  }

  private AddressedMail address(String text) {
    try {
      return addressing.address(mail(text));
    } catch (NotAMailException e) {
      throw new IllegalStateException("a subject and words are a mail", e);
    }
  }

  private long[] tokens(TokenHash hash, String text) {
    byte[] mail = mail(text);
    long[] tokens = new long[mail.length];
    int[] count = {0};
    reader.read(
        mail, 0, mail.length, (bytes, from, to) -> tokens[count[0]++] = hash.hash(bytes, from, to));
    return Arrays.copyOf(tokens, count[0]);
  }

  private void learn(CountTable counts, TokenHash hash, String text, boolean isSpam) {
    long[] tokens = tokens(hash, text);
    counts.learn(tokens, tokens.length, isSpam);
  }

  private Classification said(StatisticalFilter filter, TokenHash hash, String text) {
    Judge judge = Judge.of(filter);
    judge.begin();
    for (long token : tokens(hash, text)) {
      judge.token(token);
    }
    return judge.classification();
  }
}
