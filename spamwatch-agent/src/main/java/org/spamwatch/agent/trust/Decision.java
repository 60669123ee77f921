package org.spamwatch.agent.trust;

/**
 * What the rule made of the votes on a mail.
 *
 * @param spam whether the mail is spam; if not, nothing is said of it
 * @param decidedBy whose votes decided
 * @param ownSpam voters of the own site who say spam; under {@link Rule#ANY} all voters are own
 * @param ownHam voters of the own site who say ham
 * @param strangerSpam all strangers who say spam
 * @param strangerHam all strangers who say ham
 * @param spamSites sites behind the strangers who say spam
 * @param voters voters for spam less those for ham, as far as each site's are heeded
 * @param weight what they weigh
 * @param votersNeeded how many they would have to be
 * @param weightNeeded what they would have to weigh
 * @param coverage how much of the electorate is known here, 0 to 1; from {@link TrustRule#COVERAGE}
 *     on strangers can decide
 * @param reason one line for people: what decided
 * @param change one line for people: what would change it
 */
public record Decision(
    boolean spam,
    Decider decidedBy,
    int ownSpam,
    int ownHam,
    int strangerSpam,
    int strangerHam,
    int spamSites,
    int voters,
    double weight,
    int votersNeeded,
    double weightNeeded,
    double coverage,
    String reason,
    String change) {
  /** Whose votes decide. */
  public enum Decider {
    /** Nobody's: there are none, or too few. */
    NOBODY,
    /** Those of the own site. */
    OWN_SITE,
    /** Those of strangers. */
    STRANGERS,
    /** No votes: a rule of the peer's operator. */
    POSTMASTER,
    /** No votes: how many people got it, where the operator wants that to count. */
    BULK,
    /** No votes: the text is the site's own ham, but for too little to ask others about. */
    OWN_HAM
  }

  /** Where nobody could be asked: the reason says why. */
  public static Decision none(String reason) {
    return new Decision(false, Decider.NOBODY, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, reason, "");
  }

  /**
   * Where nobody was asked about what is the site's own ham.
   *
   * @param becauseOf how much of it
   * @param ending how one would have others asked
   */
  public static Decision ownHam(String becauseOf, String ending) {
    return none(becauseOf).by(Decider.OWN_HAM, false, becauseOf, ending);
  }

  /** A decision on these votes, of which none counts, by how many people got the mail. */
  public Decision bulk(String becauseOf, String ending) {
    return by(Decider.BULK, true, becauseOf, ending);
  }

  /**
   * A decision on these votes, overruled by the peer's operator.
   *
   * @param becauseOf why
   * @param ending how the operator ends that
   */
  public Decision overruled(boolean overruledAs, String becauseOf, String ending) {
    return by(Decider.POSTMASTER, overruledAs, becauseOf, ending);
  }

  /**
   * A decision of nobody's where something else than votes has made a verdict.
   *
   * @param change what would change that
   */
  public Decision changedBy(String change) {
    return by(decidedBy, spam, reason, change);
  }

  private Decision by(Decider decider, boolean decided, String becauseOf, String ending) {
    return new Decision(
        decided,
        decider,
        ownSpam,
        ownHam,
        strangerSpam,
        strangerHam,
        spamSites,
        voters,
        weight,
        votersNeeded,
        weightNeeded,
        coverage,
        becauseOf,
        ending);
  }
}
