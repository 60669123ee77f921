package org.spamwatch.agent.check;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.spamwatch.agent.campaign.Campaigns;
import org.spamwatch.agent.ham.HamFilter;
import org.spamwatch.agent.ham.MailFeatures;
import org.spamwatch.agent.summary.Announced;
import org.spamwatch.agent.summary.AnnouncedSpam;
import org.spamwatch.agent.trust.Trust;
import org.spamwatch.agent.vote.MessageVotes;
import org.spamwatch.agent.vote.NodeLayers;
import org.spamwatch.agent.vote.Tally;
import org.spamwatch.agent.vote.Vote;
import org.spamwatch.agent.vote.VoteAnswer;
import org.spamwatch.agent.vote.VoteMessage.VotesWanted;
import org.spamwatch.agent.vote.VoteRequest;
import org.spamwatch.agent.vote.VoteTable;
import org.spamwatch.ata.adolr.QueryListener;
import org.spamwatch.ata.adolr.QueryOutcome;
import org.spamwatch.ata.adolr.Resolution;
import org.spamwatch.ata.fingerprint.Threshold;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.Timers;

/**
 * The checks under way at a peer: asks the network for each, hands it what routes and keepers
 * answer, and ends it when nothing more is to come, nothing more can change it, or its patience is
 * over.
 *
 * <p>Not thread-safe: to be called on the node's turn only.
 */
public final class Checks {
  /** Questions under way at once; further ones are answered "unknown" at once. */
  private static final int MAX_OPEN = 1024;

  /** How long keepers are waited for after the last route has ended, or after they were asked. */
  private static final Duration KEEPERS_WITHIN = Duration.ofMillis(400);

  /** What pages of votes may weigh that are held for all questions at once: about 32 MB. */
  private static final int MAX_WEIGHT = 32_768;

  /** How long a message that one hop did not find may still be found by another. */
  private static final Duration MISSING_GRACE = Duration.ofMillis(500);

  /** A check, and when it ends at the latest. */
  private record Open(PendingCheck check, Timers.Timer patience) {}

  private final NodeLayers node;
  private final CheckConfig config;
  private final HamFilter ham;
  private final VoteTable votes;
  private final Trust trust;
  private final Campaigns campaigns;
  private final AnnouncedSpam announced;
  private final Alone alone;
  private final Map<Long, Open> open = new LinkedHashMap<>();
  private long atHome;
  private long asked;
  private final PageRoom pages = new PageRoom(MAX_WEIGHT, this::dropPage);

  /**
   * No checks yet; hears what the vote table is answered from now on.
   *
   * @param ham what the site's own ham looks like
   * @param announced what is known of other peers' announcements
   */
  public Checks(
      NodeLayers node,
      CheckConfig config,
      HamFilter ham,
      VoteTable votes,
      Trust trust,
      Campaigns campaigns,
      AnnouncedSpam announced) {
    this.node = node;
    this.config = config;
    this.ham = ham;
    this.votes = votes;
    this.trust = trust;
    this.campaigns = campaigns;
    this.announced = announced;
    this.alone = new Alone(node, votes);
    votes.onAnswer(this::answered);
  }

  /**
   * Says what people said of a mail, and asks the network for it unless the mail's privacy forbids
   * it, or what is announced tells that nobody has called a mail like it spam ({@link Privacy}), or
   * there is nobody else ({@link Alone}). Features of the site's own ham are not asked for and
   * count for nothing; with fewer than THRES others nobody is asked for the text. Looks every probe
   * up in the records that this peer holds, and in what is announced. Evidence beside the text is
   * looked up here alone ({@link AtHome}).
   *
   * @param asker told once, when everything has answered or the patience is over
   */
  public void check(CheckRequest question, Consumer<CheckResult> asker) {
    AskedMail mail = mail(question);
    AtHome home = new AtHome(mail, announced, campaigns.rules(), node.adolr());
    Shown shown = shown(mail, home);
    if (mail.queries().isEmpty()
        && !question.vectors().isEmpty()
        && home.like().isEmpty()
        && !shown.isOwn()) {
      CheckResult masked = OwnHamAnswer.of(question, ham);
      asker.accept(CampaignOverride.heeded(campaigns, mail, List.of(), masked));
      return;
    }
    PendingCheck check =
        new PendingCheck(
            shown,
            home.isTextAsked() ? mail.queries().size() : 0,
            judge(mail),
            result -> {
              home.asked(result, isThorough(question));
              asker.accept(CampaignOverride.heeded(campaigns, mail, home.like(), result));
            });
    if (home.isAnswered() && !question.vectors().isEmpty()) {
      atHome++;
      check.finishAtHome(home.isComplete());
    } else if (question.vectors().isEmpty() || open.size() >= MAX_OPEN) {
      check.finish();
    } else if (config.resolution() == Resolution.FULL && alone.answers(check, home)) {
      atHome++;
    } else {
      asked++;
      ask(check, mail, home);
    }
  }

  private void ask(PendingCheck check, AskedMail mail, AtHome home) {
    long checkId = node.random().nextLong();
    Timers.Timer patience = node.timers().after(config.patience(), () -> finish(checkId));
    open.put(checkId, new Open(check, patience));
    home.met().forEach(each -> check.met(each.guid(), each.digests()));
    if (home.isTextAsked()) {
      mail.queries().forEach(query -> ask(checkId, check, query, mail.question().ttl()));
    }
    Id self = node.routing().self().id();
    for (Announced each : home.met()) {
      votes.found(checkId, each.guid(), each.digests()).forEach(page -> check.found(self, page));
      findKeepers(checkId, check, each.guid());
    }
  }

  private Judge judge(AskedMail mail) {
    return new Judge(mail, trust, node.timers().calendar()::settledMillis);
  }

  private Shown shown(AskedMail mail, AtHome home) {
    return new Shown(
        mail,
        votes.realm(),
        votes.verifier(),
        OwnWords.of(votes, node.adolr(), home::indexed),
        pages,
        judge(mail)::isPreferred);
  }

  /** Whether everybody is asked who may know. */
  private boolean isThorough(CheckRequest question) {
    return config.resolution() == Resolution.FULL && question.ttl() >= node.limits().maxHops();
  }

  private AskedMail mail(CheckRequest question) {
    return new AskedMail(question, Query.of(question, ham, known(question)), ham);
  }

  private Summary known(CheckRequest question) {
    return question.privacy() == Privacy.NETWORK
        ? node.adolr()::knows
        : feature -> node.adolr().knows(feature) || announced.contains(feature);
  }

  private void ask(long checkId, PendingCheck check, Query query, int ttl) {
    node.adolr()
        .routeToApproxObject(
            query.vector(),
            query.thres(),
            new VotesWanted(checkId, List.of()),
            config.resolution(),
            ttl,
            config.patience().multipliedBy(2).dividedBy(3), // the rest is for the keepers
            new QueryListener() {
              @Override
              public void reported(QueryOutcome soFar) {
                check.routesReported(soFar);
                finishIfComplete(checkId, check);
              }

              @Override
              public void goesOn(QueryOutcome soFar) {
                if (isOpen(checkId, check)) { // else it was decided before all has come
                  check.overdue(soFar).forEach(guid -> findKeepers(checkId, check, guid));
                }
              }

              @Override
              public void complete(QueryOutcome outcome) {
                routesEnded(checkId, check, outcome);
              }
            });
  }

  private void routesEnded(long checkId, PendingCheck check, QueryOutcome outcome) {
    check.routesEnded(outcome);
    if (check.routesAreOver()) {
      later(KEEPERS_WITHIN, checkId, check, check::giveUpAll);
    }
    finishIfComplete(checkId, check);
  }

  private void answered(VoteAnswer answer) {
    long checkId = answer.checkId();
    Open pending = open.get(checkId);
    if (pending == null) {
      return;
    }
    PendingCheck check = pending.check();
    if (answer instanceof VoteAnswer.Found found) {
      check.found(found.from().id(), found.votes());
    } else if (answer instanceof VoteAnswer.Held held) {
      if (check.isToBeAsked(held.from().id(), held.votes())) {
        votes.askInPerson(
            held.from(), List.of(), held.votes().guid(), held.votes().digests(), checkId);
      }
    } else if (answer instanceof VoteAnswer.Missing missing && check.missing(missing.guid())) {
      later(MISSING_GRACE, checkId, check, () -> check.giveUp(missing.guid()));
    }
    finishIfComplete(checkId, check);
  }

  private void findKeepers(long checkId, PendingCheck check, Id guid) {
    node.replicaLookup()
        .findThoroughly(
            guid,
            closest -> {
              List<Id> digests = check.digests(guid, node.limits().maxGuidsPerQuery());
              check
                  .keepersFound(guid, node.routing().self().id(), closest, node.leases().replicas())
                  .forEach(
                      asked ->
                          votes.askInPerson(
                              asked, check.tellersOf(asked, guid), guid, digests, checkId));
              later(KEEPERS_WITHIN, checkId, check, () -> check.giveUpInPerson(guid));
              finishIfComplete(checkId, check);
            });
  }

  /** Gives something up after a while, which may have been what a check waited for. */
  private void later(Duration wait, long checkId, PendingCheck check, Runnable giveUp) {
    node.timers()
        .after(
            wait,
            () -> {
              giveUp.run();
              finishIfComplete(checkId, check);
            });
  }

  private boolean isOpen(long checkId, PendingCheck check) {
    Open pending = open.get(checkId);
    return pending != null && pending.check() == check;
  }

  private void finishIfComplete(long checkId, PendingCheck check) {
    if (!isOpen(checkId, check)) {
      return;
    }
    if (!check.isComplete()) {
      if (check.isDecided()) {
        finish(checkId);
      }
      return;
    }
    List<Id> doubtful = check.doubtful();
    doubtful.forEach(guid -> findKeepers(checkId, check, guid));
    if (doubtful.isEmpty()) {
      finish(checkId);
    }
  }

  private void finish(long checkId) {
    Open pending = open.remove(checkId);
    if (pending != null) {
      pending.patience().cancel();
      pending.check().finish();
    }
  }

  /** Forgets a page of a sender, of whichever question; returns what it weighed. */
  private int dropPage(Id sender) {
    for (Open each : open.values()) {
      int weight = each.check().dropPage(sender);
      if (weight > 0) {
        return weight;
      }
    }
    return 0;
  }

  /** Checks under way. */
  public int open() {
    return open.size();
  }

  /** Checks for which there was something to ask, and nobody was asked, since the start. */
  public long atHome() {
    return atHome;
  }

  /** Checks for which others were asked, since the start. */
  public long asked() {
    return asked;
  }

  /** The keys of a question that are in the site's own ham and would else be asked for. */
  public List<Id> masked(CheckRequest question) {
    return Query.masked(question, ham, known(question));
  }

  /** Why a vote is not to be cast, if the site's own ham leaves nothing to know its mail by. */
  public Optional<String> objection(VoteRequest voteRequest) {
    return OwnHamAnswer.objection(voteRequest, ham);
  }

  /**
   * Voters of this peer's own who say that a mail like this one is spam, less those who say that it
   * is not; 0 at least. Asks nobody: knows the messages whose feature records are held here, which
   * those voted on here are as a rule.
   */
  public int ownSpamVotes(MailFeatures mail) {
    CheckRequest question =
        new CheckRequest(mail.vectors(), mail.probes(), Threshold.STANDARD, 0, 1);
    AskedMail asked = mail(question);
    List<Vote> said = new ArrayList<>();
    OwnWords own = OwnWords.of(votes, node.adolr(), () -> OwnWords.indexed(asked, node.adolr()));
    for (MessageVotes message : own.like(asked)) {
      Page page = Page.own(message, asked, votes.realm());
      page.votes().stream()
          .filter(vote -> Page.speaksFor(vote, page.matching()))
          .forEach(said::add);
    }
    Tally tally = Tally.ofLastWords(said);
    return Math.max(0, tally.spam() - tally.ham());
  }
}
