package org.spamwatch.simulator.outage;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.spamwatch.agent.http.PeerClientException;
import org.spamwatch.overlay.Endpoint;
import org.spamwatch.overlay.Id;
import org.spamwatch.simulator.processes.PeerProcess;
import org.spamwatch.simulator.processes.PeerProcesses;
import org.spamwatch.simulator.processes.ProcessException;
import org.spamwatch.simulator.processes.TwoSites;

/**
 * Does things to running peers and measures, from outside, how soon they keep their promises again:
 * from every peer every key has one root, the peer whose id is closest; and every vote that was
 * acknowledged is found from any peer, unless everybody who held it is gone. People go on voting
 * while a fault lasts. Every fault leaves all peers running, so that faults follow each other.
 *
 * <p>Not thread-safe.
 */
public final class OutageExperiment implements AutoCloseable {
  /**
   * How peers are tried.
   *
   * @param votes marked before each fault
   * @param share of the peers that are hit, 0 to 1
   * @param length how long a fault lasts that ends by itself
   * @param patience how long to wait for peers to keep their promises again
   * @param mostResidentMebibytes that a peer's process may come to hold under a flood
   * @param seed of the texts, the voters' keys and who is hit
   */
  public record Settings(
      int votes,
      double share,
      Duration length,
      Duration patience,
      int mostResidentMebibytes,
      long seed) {}

  /**
   * What came of one fault.
   *
   * @param fault its name
   * @param peers that ran when it began
   * @param acknowledged votes that peers had accepted, before it and while it lasted
   * @param unheld of these, those whose every holder was hit; they are not promised to be found
   * @param lost of the others, those that were not found within the patience
   * @param upSeconds until the peers that were to come back were up, 0 if none were
   * @param routesSeconds until every route was right; negative if that did not happen
   * @param votesSeconds until every vote was found; negative if that did not happen
   * @param kept whether every promise was kept
   * @param remark what else is to be told, or empty
   */
  public record Result(
      String fault,
      int peers,
      int acknowledged,
      int unheld,
      int lost,
      double upSeconds,
      double routesSeconds,
      double votesSeconds,
      boolean kept,
      String remark) {}

  private static final int QUIET_ROUNDS = 3;

  private final PeerProcesses peers;
  private final Settings settings;
  private final Consumer<String> progress;
  private final SplittableRandom random;
  private final Voting voting;
  private final Survey survey;
  private final Scene scene;

  /** An experiment on peers that run. */
  public OutageExperiment(PeerProcesses peers, Settings settings, Consumer<String> progress)
      throws ProcessException, PeerClientException {
    this.peers = peers;
    this.settings = settings;
    this.progress = progress;
    this.random = new SplittableRandom(settings.seed());
    Id realm = peers.clients().get(0).status().realm();
    this.voting = new Voting(realm, random.split());
    this.survey = new Survey(voting);
    this.scene = new Scene(peers, settings, progress, voting, survey);
  }

  /**
   * Does one thing to the peers, which must all run, and measures what comes of it.
   *
   * @param fault any but {@link Fault#PARTITION}
   * @return one row, or two where peers return later
   */
  public List<Result> run(Fault fault) throws ProcessException, InterruptedException {
    List<PeerProcess> hit = fault == Fault.BLACKOUT ? peers.all() : someOf(peers.all());
    prepare();
    voting.keepOn(() -> peers.serving().stream().filter(PeerProcess::isReady).toList());
    List<Result> rows = new ArrayList<>();
    switch (fault) {
      case KILL -> {
        Recovery kill = new Recovery(scene, "kill", hit, true);
        peers.kill(hit);
        rows.add(kill.begin().measure(fault));
        Recovery back = new Recovery(scene, "return of the killed", hit, false);
        back.begin();
        peers.start(hit);
        rows.add(back.up().measure(fault));
      }
      case RESTART, BLACKOUT -> {
        Recovery row =
            new Recovery(scene, fault == Fault.RESTART ? "restart" : "restart of all", hit, false);
        peers.kill(hit);
        row.begin();
        peers.startAtOnce(hit);
        rows.add(row.up().measure(fault));
      }
      case ERASE -> {
        Recovery row = new Recovery(scene, "restart without state", hit, true);
        peers.kill(hit);
        row.begin();
        peers.erase(hit);
        peers.startAtOnce(hit);
        row.writeOff();
        rows.add(row.up().measure(fault));
      }
      case PAUSE -> {
        Recovery row =
            new Recovery(scene, "pause of " + settings.length().toSeconds() + " s", hit, false);
        peers.pause(hit);
        hold(settings.length());
        peers.resume(hit);
        rows.add(row.begin().measure(fault));
      }
      case GARBAGE -> rows.add(garbage(hit));
      case PARTITION -> throw new IllegalArgumentException("a partition needs two sites");
    }
    return rows;
  }

  /** Cuts the line between two sites, whose peers are the even and the odd ones, and joins it. */
  public Result partition(TwoSites sites) throws ProcessException, InterruptedException {
    prepare();
    List<List<PeerProcess>> halves = List.of(new ArrayList<>(), new ArrayList<>());
    for (int i = 0; i < peers.all().size(); i++) {
      halves.get(i % 2).add(peers.all().get(i));
    }
    Recovery row = new Recovery(scene, "partition", peers.all(), false);
    sites.cut();
    row.begin();
    List<String> remarks = new ArrayList<>();
    for (List<PeerProcess> half : halves) {
      double alone = row.awaitRoutes(half);
      remarks.add(String.format(Locale.ROOT, "a half alone right after %.1f s", alone));
      row.require(alone >= 0);
      int before = voting.acknowledged().size();
      voting.mark(settings.votes() / 4 + 1, half);
      List<Acknowledged> own = voting.acknowledged().subList(before, voting.acknowledged().size());
      row.require(!own.isEmpty() && row.awaitFound(own, half) >= 0);
    }
    hold(settings.length().minusNanos((long) (row.seconds() * 1e9)));
    sites.heal();
    row.remark(String.join(", ", remarks));
    return row.begin().measure(Fault.PARTITION);
  }

  private Result garbage(List<PeerProcess> hit) throws InterruptedException {
    List<Endpoint> overlay = hit.stream().map(PeerProcess::endpoint).toList();
    List<Endpoint> http = hit.stream().map(PeerProcess::http).toList();
    long before = mostResident(hit);
    voting.takeUnanswered();
    voting.takeAnswered();
    Recovery row =
        new Recovery(scene, "garbage for " + settings.length().toSeconds() + " s", hit, false);
    row.begin();
    long most = before;
    int connections;
    try (GarbageFlood flood = new GarbageFlood(overlay, http, random.split())) {
      while (row.seconds() < settings.length().toSeconds()) {
        TimeUnit.MILLISECONDS.sleep(200);
        most = Math.max(most, mostResident(hit));
      }
      connections = flood.connections();
    }
    int unanswered = voting.takeUnanswered();
    row.require(unanswered == 0 && most <= 1024L * settings.mostResidentMebibytes());
    row.remark(
        String.format(
            Locale.ROOT,
            "%d connections; %d marks and checks answered, %d not; resident %d MiB before, %d at"
                + " most",
            connections,
            voting.takeAnswered(),
            unanswered,
            before / 1024,
            most / 1024));
    return row.begin().measure(Fault.GARBAGE);
  }

  private static long mostResident(List<PeerProcess> peers) {
    return peers.stream().mapToLong(peer -> peer.residentKibibytes().orElse(0)).max().orElse(0);
  }

  private List<PeerProcess> someOf(List<PeerProcess> all) {
    List<PeerProcess> shuffled = new ArrayList<>(all);
    Collections.shuffle(shuffled, new Random(random.nextLong()));
    long count = Math.max(1, Math.round(settings.share() * all.size()));
    return shuffled.subList(0, (int) Math.min(count, all.size()));
  }

  /** New votes, and time to confirm them and to hand over what earlier faults have shifted. */
  private void prepare() throws ProcessException, InterruptedException {
    progress.accept("marking " + settings.votes() + " spams");
    voting.mark(settings.votes(), peers.serving());
    progress.accept("waiting until nothing is handed over any more");
    long deadline = System.nanoTime() + settings.patience().toNanos();
    long last = -1;
    for (int quiet = 0; quiet < QUIET_ROUNDS; ) {
      TimeUnit.SECONDS.sleep(1);
      long held = Survey.held(peers.serving());
      quiet = held >= 0 && held == last ? quiet + 1 : 0;
      last = held;
      if (System.nanoTime() > deadline) {
        progress.accept("the peers do not come to rest; going on");
        return;
      }
    }
    voting.confirmAll();
  }

  private static void hold(Duration length) throws InterruptedException {
    TimeUnit.NANOSECONDS.sleep(Math.max(0, length.toNanos()));
  }

  @Override
  public void close() {
    survey.close();
    voting.close();
  }
}
