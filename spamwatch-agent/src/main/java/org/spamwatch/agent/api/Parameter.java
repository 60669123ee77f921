package org.spamwatch.agent.api;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.spamwatch.agent.campaign.CampaignRule;
import org.spamwatch.agent.campaign.Campaigns;
import org.spamwatch.agent.check.Privacy;
import org.spamwatch.agent.ham.HamSource;
import org.spamwatch.agent.trust.Rule;
import org.spamwatch.agent.vote.VoteOrigin;
import org.spamwatch.agent.vote.VoteValue;
import org.spamwatch.ata.fingerprint.Scheme;
import org.spamwatch.overlay.Id;

/**
 * A parameter of a query.
 *
 * @param name as it is written
 * @param meaning for the documentation
 * @param form what its values look like
 * @param written a value as text
 * @param read the value of a text, if it is one
 * @param refusal what is answered to a text that is none
 */
public record Parameter<T>(
    String name,
    String meaning,
    Form form,
    Function<T, String> written,
    Function<String, Optional<T>> read,
    Function<String, Problem> refusal) {
  /** Hops that a check may travel. */
  public static final Parameter<Integer> TTL =
      number("ttl", "hops a query may travel", CheckRange.LEAST_TTL, CheckRange.MOST_TTL);

  /** Features that must be shared. */
  public static final Parameter<Integer> THRES =
      number("thres", "features to share", CheckRange.LEAST_THRES, CheckRange.MOST_THRES);

  /** Spam votes that make spam. */
  public static final Parameter<Integer> VOTES =
      number("votes", "spam votes needed", CheckRange.LEAST_VOTES, CheckRange.MOST_VOTES);

  /** Whose votes count. */
  public static final Parameter<Rule> RULE =
      word("rule", "whose votes count", Words.all(Rule.class), w -> Words.value(Rule.class, w), "");

  /** How much others may be told. */
  public static final Parameter<Privacy> PRIVACY =
      word(
          "privacy",
          "how much of the mail others may be told",
          Words.all(Privacy.class),
          w -> Words.value(Privacy.class, w),
          "");

  /** Who asks or votes. */
  public static final Parameter<String> USER =
      new Parameter<>(
          "user",
          "whose preferences hold, or with whose key the peer signs",
          new Form.Text("", Integer.MAX_VALUE),
          text -> text,
          Optional::of,
          text -> problem("", ""));

  /** As what a mail is learnt that nobody calls spam. */
  public static final Parameter<HamSource> LEARN = source("learn", "as what it is learnt, if ham");

  /** Where own ham comes from. */
  public static final Parameter<HamSource> SOURCE = source("source", "where the mail comes from");

  /** Under which of the mail's schemes alone is asked. */
  public static final Parameter<List<Scheme>> SCHEMES =
      new Parameter<>(
          "schemes",
          "under which schemes alone is asked, with commas between them",
          new Form.Text("", Integer.MAX_VALUE),
          schemes -> String.join(",", schemes.stream().map(Scheme::label).toList()),
          Parameter::schemes,
          Parameter::unknownScheme);

  /** What a person says of a mail. */
  public static final Parameter<VoteValue> VERDICT =
      word(
          "verdict",
          "what a person says of the mail",
          Words.all(VoteValue.class),
          word -> Words.value(VoteValue.class, word),
          "");

  /** By which act a person voted. */
  public static final Parameter<VoteOrigin> ORIGIN =
      word(
          "origin",
          "by which act a person voted",
          VoteOrigin.known().stream().map(VoteOrigin::label).toList(),
          VoteOrigin::ofLabel,
          "; automatic acts do not vote");

  /** Until when own ham is forgotten. */
  public static final Parameter<Instant> BEFORE =
      new Parameter<>(
          "before",
          "generations in which nothing was learnt at or after this time",
          new Form.Text("", Integer.MAX_VALUE),
          Instant::toString,
          Parameter::instant,
          text -> problem("before is no time", "write it as 2026-01-31T00:00:00Z"));

  /** A key in the overlay. */
  public static final Parameter<Id> KEY =
      new Parameter<>(
          "key",
          "a message's, a feature's or a peer's id; digits left out at its end are 0",
          new Form.Text("([0-9a-fA-F]{2}){1,20}", Id.DIGITS),
          Id::toString,
          digits ->
              digits.matches("([0-9a-fA-F]{2}){1,20}")
                  ? Optional.of(Id.ofHex(digits))
                  : Optional.empty(),
          text ->
              problem(
                  "key is not 2 to 40 hexadecimal digits, an even number of them",
                  "give a message's, a feature's or a peer's id; digits left out at its end are"
                      + " 0"));

  /** The first campaign of a page. */
  public static final Parameter<Id> FROM = guid("from", "where to begin");

  /** Most campaigns of a page. */
  public static final Parameter<Integer> LIMIT =
      number("limit", "how many; 50 if left out", 1, Campaigns.MAX_PAGE);

  /** Votes that a campaign has at least. */
  public static final Parameter<Integer> LEAST_VOTES =
      number("votes", "only those with at least as many votes", 0, 10_000);

  /** Whether campaigns have a rule. */
  public static final Parameter<Integer> RULED = number("ruled", "1: only those with a rule", 0, 1);

  /** Whether the operator teaches for the site. */
  public static final Parameter<Integer> SITE =
      number("site", "1: what the operator teaches for the site, and no user's", 0, 1);

  /** A message. */
  public static final Parameter<Id> MESSAGE = guid("message", "the message's GUID");

  /** The word that takes a rule back. */
  public static final String RESET = "reset";

  /** What a postmaster does about a message. */
  public static final Parameter<String> ACTION = action();

  /** Why. */
  public static final Parameter<String> NOTE =
      new Parameter<>(
          "note",
          "why; shown to users",
          new Form.Text("\\P{Cc}*", CampaignRule.MAX_NOTE),
          text -> text,
          text ->
              text.length() > CampaignRule.MAX_NOTE
                      || text.chars().anyMatch(Character::isISOControl)
                  ? Optional.empty()
                  : Optional.of(text),
          text ->
              new Problem(
                  "the note is too long or has control characters",
                  Optional.of((long) CampaignRule.MAX_NOTE),
                  "shorten it to one line"));

  private static final int SHOWN = 40;

  /** What values look like. */
  sealed interface Form {
    /** Whole numbers. */
    record Range(int least, int most) implements Form {}

    /** One of some words. */
    record OneOf(List<String> words) implements Form {}

    /**
     * Text.
     *
     * @param pattern that it has; any if empty
     * @param mostLength in characters
     */
    record Text(String pattern, int mostLength) implements Form {}
  }

  private static Problem problem(String error, String hint) {
    return new Problem(error, Optional.empty(), hint);
  }

  private static Parameter<Integer> number(String name, String meaning, int least, int most) {
    return new Parameter<>(
        name,
        meaning,
        new Form.Range(least, most),
        number -> Integer.toString(number),
        text ->
            Optional.of(text.matches("[0-9]{1,9}") ? Integer.parseInt(text) : -1)
                .filter(number -> number >= least && number <= most),
        text ->
            new Problem(
                name + " is not a whole number of " + least + " to " + most,
                Optional.of((long) most),
                "correct it or leave it out"));
  }

  private static <T> Parameter<T> word(
      String name,
      String meaning,
      List<String> words,
      Function<String, Optional<T>> read,
      String further) {
    return new Parameter<>(
        name,
        meaning,
        new Form.OneOf(words),
        value -> value instanceof VoteOrigin o ? o.label() : Words.of((Enum<?>) value),
        read,
        text ->
            problem(
                name + " " + shown(text) + " is not known",
                "allowed are " + Words.listed(words, "and") + further));
  }

  private static Parameter<HamSource> source(String name, String meaning) {
    return word(name, meaning, Words.all(HamSource.class), HamSource::ofLabel, "");
  }

  private static Parameter<String> action() {
    List<String> words =
        Stream.concat(Words.all(CampaignRule.Action.class).stream(), Stream.of(RESET)).toList();
    return new Parameter<>(
        "action",
        "what becomes of mail like the message",
        new Form.OneOf(words),
        text -> text,
        text -> Optional.of(text).filter(words::contains),
        text -> problem("the action is none", "allowed are " + Words.listed(words, "and")));
  }

  private static Parameter<Id> guid(String name, String meaning) {
    return new Parameter<>(
        name,
        meaning,
        new Form.Text(ApiModule.ID, Id.DIGITS),
        Id::toString,
        digits -> digits.matches(ApiModule.ID) ? Optional.of(Id.ofHex(digits)) : Optional.empty(),
        text ->
            problem(
                name + " is not 40 hexadecimal digits",
                "give the message's GUID as explain shows it"));
  }

  private static Optional<Instant> instant(String text) {
    try {
      return Optional.of(Instant.ofEpochMilli(Instant.parse(text).toEpochMilli()));
    } catch (DateTimeException | ArithmeticException e) {
      return Optional.empty();
    }
  }

  private static Optional<List<Scheme>> schemes(String labels) {
    List<Scheme> schemes = new ArrayList<>();
    for (String label : labels.split(",", -1)) {
      Scheme.ofLabel(label).filter(Scheme::isOfText).ifPresent(schemes::add);
    }
    return schemes.size() == labels.split(",", -1).length
        ? Optional.of(List.copyOf(schemes))
        : Optional.empty();
  }

  private static Problem unknownScheme(String labels) {
    String unknown =
        Stream.of(labels.split(",", -1))
            .filter(label -> Scheme.ofLabel(label).filter(Scheme::isOfText).isEmpty())
            .findFirst()
            .orElse(labels);
    return problem(
        "scheme " + shown(unknown) + " is not known",
        "allowed are some of "
            + Scheme.ofText().stream().map(Scheme::label).toList()
            + ", with commas between them");
  }

  /** A text as an answer may repeat it: its first 40 characters, without control characters. */
  private static String shown(String text) {
    String start = text.length() > SHOWN ? text.substring(0, SHOWN) + "..." : text;
    return "'" + start.replaceAll("[^\\P{C}]", "?") + "'";
  }
}
