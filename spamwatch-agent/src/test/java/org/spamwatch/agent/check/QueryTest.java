package org.spamwatch.agent.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.spamwatch.agent.ham.HamFilter;
import org.spamwatch.agent.ham.ProbeKeys;
import org.spamwatch.agent.trust.Decision.Decider;
import org.spamwatch.agent.vote.SeededVoter;
import org.spamwatch.agent.vote.Vote;
import org.spamwatch.agent.vote.VoteRequest;
import org.spamwatch.agent.vote.VoteValue;
import org.spamwatch.ata.AddressedMail;
import org.spamwatch.ata.ApproximateText;
import org.spamwatch.ata.fingerprint.CompactVector;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.ata.fingerprint.Scheme;
import org.spamwatch.ata.fingerprint.Threshold;
import org.spamwatch.overlay.Id;

/** What is asked of the network: less by own ham, more by probes. */
class QueryTest {
  private static final Summary NOTHING = key -> false;
  private static final Summary EVERYTHING = key -> true;

  private static Id key(int name) {
    return FeatureVector.key((long) name << 40);
  }

  private static FeatureVector vector(boolean wholeText, Set<Integer> names) {
    return new FeatureVector(
        Scheme.CHAR50, wholeText, names.stream().map(QueryTest::key).limit(64).toList());
  }

  private static CheckRequest question(FeatureVector vector, Set<Integer> probes, Threshold thres) {
    return new CheckRequest(
        List.of(vector),
        List.of(new ProbeKeys(Scheme.CHAR50, probes.stream().map(QueryTest::key).toList())),
        thres,
        Integer.MAX_VALUE,
        1);
  }

  private static HamFilter ham(Set<Integer> names) {
    Set<Long> identities = new TreeSet<>();
    names.forEach(name -> identities.add(key(name).high()));
    return (scheme, identity) -> scheme.equals(Scheme.CHAR50) && identities.contains(identity);
  }

  private static boolean matches(List<Query> queries, FeatureVector kept) {
    CompactVector compact = kept.compact();
    return queries.stream().anyMatch(q -> compact.matches(q.vector().compact(), q.thres()));
  }

  private static int thres(CheckRequest question) {
    FeatureVector first = question.vectors().get(0);
    return question.threshold().forSize(first.scheme(), first.size());
  }

  // Properties ---------------------------------------------------------------------------------

  @Property
  void maskingNeverAddsAMatch(
      @ForAll @Size(min = 1, max = 64) Set<@IntRange(max = 90) Integer> own,
      @ForAll @Size(max = 90) Set<@IntRange(max = 90) Integer> probes,
      @ForAll @Size(min = 1, max = 64) Set<@IntRange(max = 90) Integer> kept,
      @ForAll Set<@IntRange(max = 90) Integer> learnt,
      @ForAll boolean wholeText,
      @ForAll @IntRange(min = 1, max = 12) int thres) {
    CheckRequest question = question(vector(wholeText, own), probes, Threshold.of(thres));
    Query unmasked = Query.of(question, HamFilter.NONE, EVERYTHING).get(0);
    List<Query> masked = Query.of(question, ham(learnt), EVERYTHING);
    FeatureVector other = vector(wholeText, kept);
    // Masked hits may make room for others, so the twin asks for all there are.
    TreeSet<Long> all = new TreeSet<>(unmasked.vector().compact().identities());
    if (!wholeText) {
      probes.forEach(name -> all.add(key(name).high()));
    }
    long shared = other.compact().identities().stream().filter(all::contains).count();
    long ofHam =
        other.compact().identities().stream()
            .filter(identity -> ham(learnt).contains(Scheme.CHAR50, identity))
            .filter(all::contains)
            .count();
    if (matches(masked, other)) {
      assertThat(shared - ofHam).isGreaterThanOrEqualTo(thres(question));
      if (wholeText) {
        assertThat(matches(List.of(unmasked), other)).isTrue();
      }
    }
    for (Query query : masked) {
      assertThat(query.thres()).isEqualTo(unmasked.thres()).isEqualTo(thres(question));
      assertThat(query.vector().size()).isBetween(query.thres(), FeatureVector.MAX_SIZE);
      assertThat(query.vector().keys()).noneMatch(key -> ham(learnt).contains(Scheme.CHAR50, key));
      assertThat(query.vector().wholeText()).isEqualTo(wholeText);
    }
  }

  @Property
  void probingNeverLosesAMatchThatThePlainQueryHad(
      @ForAll @Size(min = 1, max = 64) Set<@IntRange(max = 90) Integer> own,
      @ForAll Set<@IntRange(max = 200) Integer> probes,
      @ForAll Set<@IntRange(max = 200) Integer> summary,
      @ForAll @Size(min = 1, max = 64) Set<@IntRange(max = 90) Integer> kept,
      @ForAll Set<@IntRange(max = 90) Integer> learnt,
      @ForAll boolean wholeText) {
    CheckRequest question = question(vector(wholeText, own), probes, Threshold.STANDARD);
    Set<Id> known = new TreeSet<>(summary.stream().map(QueryTest::key).toList());
    List<Query> plain = Query.of(question, ham(learnt), NOTHING);
    List<Query> probing = Query.of(question, ham(learnt), known::contains);
    FeatureVector other = vector(wholeText, kept);
    if (matches(plain, other)) {
      assertThat(matches(probing, other)).isTrue();
    }
    if (!plain.isEmpty()) {
      assertThat(probing.get(0).vector().keys())
          .startsWith(plain.get(0).vector().keys().toArray(Id[]::new));
    }
  }

  /** Whatever pushes a spam's winners out of the vector, they are among the probes. */
  @Property
  void aPaddedCopyIsFoundThoughAllItsWinnersArePadding(
      @ForAll @IntRange(min = 5, max = 10) int left, @ForAll @IntRange(max = 500) int padding) {
    Set<Integer> marked = range(1000, 1010);
    Set<Integer> probes = range(1000, 1000 + left);
    probes.addAll(range(5000, 5000 + padding));
    CheckRequest question = question(vector(false, range(0, 10)), probes, Threshold.STANDARD);
    FeatureVector kept = vector(false, marked);
    Set<Id> records = new TreeSet<>(kept.keys());
    assertThat(matches(Query.of(question, HamFilter.NONE, NOTHING), kept)).isFalse();
    List<Query> probing = Query.of(question, HamFilter.NONE, records::contains);
    assertThat(matches(probing, kept)).isTrue();
    assertThat(probing.get(0).vector().size()).isEqualTo(10 + left);
  }

  private static Set<Integer> range(int from, int to) {
    TreeSet<Integer> names = new TreeSet<>();
    for (int name = from; name < to; name++) {
      names.add(name);
    }
    return names;
  }

  // Examples -----------------------------------------------------------------------------------

  @Test
  void moreHitsThanFitAreAskedApartThoseOfTheHighestSelectorsFirst() {
    CheckRequest question =
        question(vector(false, range(0, 10)), range(100, 300), Threshold.STANDARD);
    List<Query> queries = Query.of(question, HamFilter.NONE, EVERYTHING);
    assertThat(queries).hasSize(2);
    assertThat(queries.get(0).vector()).isEqualTo(vector(false, range(0, 10)));
    List<Id> asked = queries.get(1).vector().keys();
    assertThat(asked).hasSize(64).startsWith(key(0), key(1));
    List<Id> hits = asked.subList(10, 64);
    List<Id> byHand = new ArrayList<>(range(100, 300).stream().map(QueryTest::key).toList());
    byHand.sort((a, b) -> Long.compareUnsigned(selector(b), selector(a)));
    assertThat(hits).isEqualTo(byHand.subList(0, 54));
  }

  private static long selector(Id key) {
    return Scheme.selector(key);
  }

  @Test
  void withFewerThanThresLeftNothingIsAsked() {
    FeatureVector ten = vector(false, range(0, 10));
    CheckRequest question = question(ten, Set.of(), Threshold.STANDARD);
    assertThat(Query.of(question, ham(range(0, 5)), NOTHING)).hasSize(1);
    assertThat(Query.of(question, ham(range(0, 6)), NOTHING)).isEmpty();
    CheckResult answer = OwnHamAnswer.of(question, ham(range(0, 8)));
    assertThat(answer.verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(answer.source()).isEqualTo(Source.NONE);
    assertThat(answer.complete()).isTrue();
    assertThat(answer.decision().decidedBy()).isEqualTo(Decider.OWN_HAM);
    assertThat(answer.leavesOpen()).isFalse();
    assertThat(answer.reason())
        .isEqualTo(
            "8 of the mail's 10 fingerprints are in this site's own ham and count for nothing:"
                + " too few are left to ask others about");
  }

  @Test
  void aMaskedWholeTextMatchesNothing() {
    CheckRequest question = question(vector(true, range(0, 10)), range(20, 30), Threshold.STANDARD);
    assertThat(Query.of(question, ham(Set.of(0)), EVERYTHING)).isEmpty();
    Query query = Query.of(question, ham(Set.of(1)), EVERYTHING).get(0);
    assertThat(query.vector().keys()).hasSize(9).startsWith(key(0));
  }

  @Test
  void aVoteForSpamNeedsSomethingToRecogniseTheMailBy() {
    FeatureVector vector = SeededVoter.vector(1);
    SeededVoter voter = new SeededVoter(1);
    Vote spam = voter.vote(Id.ofHex("11"), VoteValue.SPAM, 1, vector);
    HamFilter eight = (scheme, id) -> vector.compact().identities().indexOf(id) % 5 != 0;
    VoteRequest voteRequest = new VoteRequest(spam, List.of(vector));
    assertThat(OwnHamAnswer.objection(voteRequest, eight).orElseThrow())
        .startsWith("8 of the mail's 10 fingerprints are in this site's own ham")
        .contains("spamwatch ham forget")
        .doesNotContain("\n");
    assertThat(OwnHamAnswer.objection(voteRequest, HamFilter.NONE)).isEmpty();
    Vote ham = voter.vote(Id.ofHex("11"), VoteValue.HAM, 1, vector);
    assertThat(OwnHamAnswer.objection(new VoteRequest(ham, List.of(vector)), eight)).isEmpty();
    FeatureVector free = SeededVoter.vector(2); // of another scheme, say
    assertThat(
            OwnHamAnswer.objection(
                new VoteRequest(spam, List.of(vector, free)),
                (s, id) -> vector.compact().identities().contains(id)))
        .isEmpty();
  }

  @Test
  void whatIsMaskedIsToldForExplain() {
    CheckRequest question =
        question(vector(false, range(0, 10)), range(20, 30), Threshold.STANDARD);
    HamFilter some = ham(Set.of(1, 21, 22));
    assertThat(Query.masked(question, some, key(21)::equals)).containsExactly(key(1), key(21));
  }

  /** A real mail, ten times as long by what was appended. */
  @Test
  void aRealMailIsRecognisedBehindPadding() throws Exception {
    String spam = words(1, 120);
    String padded = spam + words(2, 1200);
    FeatureVector kept = address(spam).vectors().get(0);
    AddressedMail copy = address(padded);
    CheckRequest question =
        new CheckRequest(
            copy.vectors(),
            copy.probes().stream().map(ProbeKeys::of).toList(),
            Threshold.STANDARD,
            8,
            1);
    Set<Id> records = new TreeSet<>(kept.keys());
    assertThat(matches(Query.of(question, HamFilter.NONE, NOTHING), kept)).isFalse();
    assertThat(matches(Query.of(question, HamFilter.NONE, records::contains), kept)).isTrue();
  }

  private static AddressedMail address(String text) throws Exception {
    return ApproximateText.standard()
        .address(
            ("Subject: x\n\n" + text + "\n").getBytes(java.nio.charset.StandardCharsets.US_ASCII));
  }

  private static String words(long seed, int count) {
    java.util.SplittableRandom random = new java.util.SplittableRandom(seed);
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < count; i++) {
      for (int letters = random.nextInt(3, 10); letters > 0; letters--) {
        text.append((char) ('a' + random.nextInt(26)));
      }
      text.append(i % 12 == 11 ? '\n' : ' ');
    }
    return text.toString();
  }
}
