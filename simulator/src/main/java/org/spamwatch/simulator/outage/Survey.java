package org.spamwatch.simulator.outage;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.spamwatch.agent.api.RouteAnswer;
import org.spamwatch.agent.api.StatusAnswer;
import org.spamwatch.agent.http.PeerClientException;
import org.spamwatch.overlay.Id;
import org.spamwatch.simulator.processes.PeerProcess;

/** Asks peers what they know, and compares it with what is so. */
final class Survey implements AutoCloseable {
  private static final int THREADS = 8;
  private static final int RANDOM_KEYS = 3;
  private static final int CHANGED_KEYS = 3;

  /** A route that goes wrong takes its whole patience: a few are enough to know. */
  private static final int WRONG_ENOUGH = 8;

  private final Voting voting;
  private final ExecutorService threads = Executors.newFixedThreadPool(THREADS);

  Survey(Voting voting) {
    this.voting = voting;
  }

  /**
   * Asks every peer for the root of some random keys and of some at which the root has changed.
   *
   * @param peers those that live: no other may be a root
   * @param changed ids of peers that came or went; keys are taken from them
   * @return routes that did not end at the peer whose id is closest, a line each; beyond a few not
   *     all are asked
   */
  List<String> wrongRoutes(List<PeerProcess> peers, List<Id> changed) throws InterruptedException {
    List<Id> ring = peers.stream().map(PeerProcess::id).toList();
    List<String> wrong = Collections.synchronizedList(new ArrayList<>());
    List<Callable<Void>> questions = new ArrayList<>();
    for (PeerProcess peer : peers) {
      List<Id> keys = voting.keys(RANDOM_KEYS);
      for (int i = 0; i < CHANGED_KEYS && !changed.isEmpty(); i++) {
        keys.add(voting.one(changed));
      }
      for (Id key : keys) {
        questions.add(
            () -> {
              if (wrong.size() < WRONG_ENOUGH) {
                Id root = root(ring, key);
                String end = end(peer, key);
                if (!end.equals(root.toString())) {
                  wrong.add(
                      peer.name() + " takes " + end + " for the root of " + key + ", not " + root);
                }
              }
              return null;
            });
      }
    }
    threads.invokeAll(questions);
    return List.copyOf(wrong);
  }

  private static Id root(List<Id> ring, Id key) {
    return ring.stream().reduce((a, b) -> b.isCloserTo(key, a) ? b : a).orElseThrow();
  }

  /** Where a peer's route to a key ends: an id, or why that is not known. */
  private static String end(PeerProcess peer, Id key) {
    try {
      RouteAnswer route = peer.client().route(key);
      String last = route.path().get(route.hops()).id().toString();
      return route.atRoot() ? last : "nobody (hops used up at " + last + ")";
    } catch (PeerClientException e) {
      return "nobody (" + e.getMessage() + ")";
    }
  }

  /** For each vote, two peers that are to find it. */
  Map<Acknowledged, List<PeerProcess>> askers(List<Acknowledged> votes, List<PeerProcess> peers) {
    Map<Acknowledged, List<PeerProcess>> askers = new LinkedHashMap<>();
    for (Acknowledged vote : votes) {
      List<PeerProcess> two = new ArrayList<>();
      two.add(voting.one(peers));
      two.add(voting.one(peers));
      askers.put(vote, two);
    }
    return askers;
  }

  /** Asks for votes and takes those that are found out of the map. */
  void ask(Map<Acknowledged, List<PeerProcess>> missing) throws InterruptedException {
    Map<Acknowledged, Future<List<PeerProcess>>> answers = new LinkedHashMap<>();
    missing.forEach(
        (vote, askers) ->
            answers.put(
                vote,
                threads.submit(
                    () -> askers.stream().filter(peer -> !voting.find(vote, peer)).toList())));
    for (Map.Entry<Acknowledged, Future<List<PeerProcess>>> answer : answers.entrySet()) {
      try {
        List<PeerProcess> left = answer.getValue().get();
        if (left.isEmpty()) {
          missing.remove(answer.getKey());
        } else {
          missing.put(answer.getKey(), left);
        }
      } catch (ExecutionException e) {
        throw new IllegalStateException("a check failed", e);
      }
    }
  }

  /**
   * What peers hold in all: it stays the same once they have handed over what they had to.
   *
   * @return votes, feature records and pointers held, or -1 while a vote waits to be confirmed or a
   *     peer does not answer
   */
  static long held(List<PeerProcess> peers) {
    long held = 0;
    for (PeerProcess peer : peers) {
      try {
        StatusAnswer status = peer.client().status();
        if (status.pendingVotes() > 0) {
          return -1;
        }
        held += status.votes() + status.features();
        held += status.pointers();
      } catch (PeerClientException e) {
        return -1;
      }
    }
    return held;
  }

  /** Records that peers refused for want of room since they started, as far as they answer. */
  static long refusedForRoom(List<PeerProcess> peers) {
    return peers.stream().mapToLong(Survey::refusedForRoom).sum();
  }

  private static long refusedForRoom(PeerProcess peer) {
    try {
      return peer.client().status().refusedRecords().getOrDefault("quota", 0L);
    } catch (PeerClientException e) {
      return 0;
    }
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
