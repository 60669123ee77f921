package org.spamwatch.simulator.outage;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.spamwatch.overlay.Id;
import org.spamwatch.simulator.processes.PeerProcess;

/**
 * How peers come to keep their promises again after a fault: the clock that runs, and what is asked
 * of them until all is right. Becomes one row of the result. Not thread-safe.
 */
final class Recovery {
  private static final int REPORT_EVERY = 5;

  private final Scene scene;
  private final String name;
  private final List<PeerProcess> hit;
  private final List<Acknowledged> unheld = new ArrayList<>();
  private final TreeSet<Id> changed = new TreeSet<>();
  private final int running;
  private final boolean away;
  private long begun;
  private double upSeconds;
  private boolean broken;
  private String remark = "";

  /**
   * A recovery; to be made before the peers are hit.
   *
   * @param away whether what they hold is away afterwards
   */
  Recovery(Scene scene, String name, List<PeerProcess> hit, boolean away) {
    this.scene = scene;
    this.name = name;
    this.hit = hit;
    this.away = away;
    this.running = scene.peers().serving().size();
    hit.forEach(peer -> changed.add(peer.id()));
    if (away) {
      List<Id> ring = scene.peers().serving().stream().map(PeerProcess::id).toList();
      for (Acknowledged vote : scene.voting().acknowledged()) {
        if (changed.containsAll(vote.holders(ring))) {
          unheld.add(vote);
        }
      }
    }
    scene
        .progress()
        .accept(name + ": " + hit.size() + " of " + scene.peers().all().size() + " peers");
  }

  /** The time runs from now. */
  Recovery begin() {
    begun = System.nanoTime();
    return this;
  }

  /** The peers that were to come back are up. */
  Recovery up() {
    upSeconds = seconds();
    scene.progress().accept(String.format(Locale.ROOT, "up again after %.1f s", upSeconds));
    hit.forEach(peer -> changed.add(peer.id()));
    return this;
  }

  /** What nobody holds any more never comes back. */
  void writeOff() {
    scene.voting().writeOff(unheld);
  }

  /** Since it began. */
  double seconds() {
    return (System.nanoTime() - begun) / 1e9;
  }

  /** What must hold beside the usual promises. */
  void require(boolean holds) {
    broken |= !holds;
  }

  /** What else is to be told. */
  void remark(String text) {
    remark = text;
  }

  /** Waits until the promises are kept again, or the patience is over. */
  OutageExperiment.Result measure(Fault fault) throws InterruptedException {
    double routes = awaitRoutes(scene.peers().serving());
    if (fault != Fault.KILL || upSeconds > 0) {
      scene.voting().rest();
    }
    List<Acknowledged> all = scene.voting().acknowledged();
    List<Acknowledged> promised = new ArrayList<>(all);
    // A vote that nobody but a peer that was hit had confirmed when it was acknowledged.
    all.stream()
        .filter(vote -> away && !vote.confirmed() && changed.contains(vote.caster()))
        .filter(vote -> !unheld.contains(vote))
        .forEach(unheld::add);
    promised.removeAll(unheld);
    Map<Acknowledged, List<PeerProcess>> missing =
        scene.survey().askers(promised, scene.peers().serving());
    double found = awaitFound(missing);
    boolean deceived = scene.peers().serving().stream().anyMatch(scene.voting()::findsUnmarked);
    if (deceived) {
      remark += " a text that nobody marked was found";
    }
    long refused = Survey.refusedForRoom(scene.peers().serving());
    if (refused > 0) {
      remark +=
          (remark.isEmpty() ? "" : ", ")
              + refused
              + " records refused for want of room: more --heap";
    }
    boolean inTime = routes >= 0 && routes - upSeconds <= fault.routesWithinSeconds();
    return new OutageExperiment.Result(
        name,
        running,
        all.size(),
        unheld.size(),
        missing.size(),
        upSeconds,
        routes,
        found,
        inTime && missing.isEmpty() && !deceived && !broken,
        remark);
  }

  /** Until every route is right among the given peers; negative if the patience ends before. */
  double awaitRoutes(List<PeerProcess> among) throws InterruptedException {
    List<Id> keys = new ArrayList<>(changed);
    return await(
        () -> {
          List<String> wrong = scene.survey().wrongRoutes(among, keys);
          return wrong.isEmpty() ? "" : wrong.size() + " routes are wrong; " + wrong.get(0);
        });
  }

  double awaitFound(List<Acknowledged> votes, List<PeerProcess> from) throws InterruptedException {
    return awaitFound(scene.survey().askers(votes, from));
  }

  private double awaitFound(Map<Acknowledged, List<PeerProcess>> missing)
      throws InterruptedException {
    return await(
        () -> {
          scene.survey().ask(missing);
          return missing.isEmpty() ? "" : missing.size() + " votes are not found everywhere";
        });
  }

  private double await(Look look) throws InterruptedException {
    long reported = System.nanoTime();
    while (true) {
      String wrong = look.wrong();
      if (wrong.isEmpty()) {
        return seconds();
      }
      if (seconds() > scene.settings().patience().toSeconds()) {
        scene.progress().accept(wrong);
        return -1;
      }
      if (System.nanoTime() - reported > TimeUnit.SECONDS.toNanos(REPORT_EVERY)) {
        scene.progress().accept(String.format(Locale.ROOT, "%.0f s: %s", seconds(), wrong));
        reported = System.nanoTime();
      }
      TimeUnit.MILLISECONDS.sleep(100);
    }
  }
}

/** What is not right yet, or nothing. */
interface Look {
  String wrong() throws InterruptedException;
}
