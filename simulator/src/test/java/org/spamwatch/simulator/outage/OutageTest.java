package org.spamwatch.simulator.outage;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.spamwatch.overlay.Id;
import org.spamwatch.simulator.processes.PeerProcess;
import org.spamwatch.simulator.processes.PeerProcesses;

/** Peers as processes of their own, as departments would run them, and what befalls them. */
@EnabledOnOs(OS.LINUX)
class OutageTest {
  private static OutageExperiment.Settings settings(int votes, double share) {
    return new OutageExperiment.Settings(
        votes, share, Duration.ofSeconds(2), Duration.ofMinutes(4), 512, 12);
  }

  private static void assertNothingLost(OutageExperiment.Result row) {
    assertThat(row.lost()).as("%s", row).isZero();
    assertThat(row.unheld()).as("%s", row).isZero();
    assertThat(row.routesSeconds()).as("%s", row).isNotNegative();
    assertThat(row.votesSeconds()).as("%s", row).isNotNegative();
    assertThat(row.remark()).as("%s", row).isEmpty();
  }

  @Test
  @Tag("live")
  @Timeout(600)
  void fivePeersFindAllWhileOneIsKilledAndWhenItReturnsAndNoneIsLeftBehind() throws Exception {
    assertFivePeersLoseNothing(List.of(Fault.KILL));
  }

  @Test
  @Tag("soak")
  @Tag("live")
  @Timeout(600)
  void fivePeersFindAllThatWasMarkedWhileOneIsStoppedRestartedAndReplaced() throws Exception {
    assertFivePeersLoseNothing(List.of(Fault.PAUSE, Fault.RESTART, Fault.ERASE));
  }

  private static void assertFivePeersLoseNothing(List<Fault> faults) throws Exception {
    ProcessHandle self = ProcessHandle.current();
    List<PeerProcess> all;
    try (PeerProcesses peers = PeerProcesses.start(5, PeerProcesses.small(64), line -> {});
        OutageExperiment experiment = new OutageExperiment(peers, settings(10, .2), line -> {})) {
      all = peers.all();
      for (Fault fault : faults) {
        List<Id> before = ids(all);
        for (OutageExperiment.Result row : experiment.run(fault)) {
          assertNothingLost(row);
          assertThat(row.acknowledged()).as("%s", row).isGreaterThanOrEqualTo(10);
        }
        // What a peer kept outlives it, until it is erased.
        assertThat(ids(all).equals(before)).as("%s", fault).isEqualTo(fault != Fault.ERASE);
      }
      assertThat(peers.serving()).hasSize(5);
      assertThat(self.children()).hasSizeGreaterThanOrEqualTo(5);
      assertErasedIsForgotten(peers, all.get(4));
    }
    assertThat(all).noneMatch(PeerProcess::serves);
    assertThat(self.children().filter(ProcessHandle::isAlive)).as("left behind").isEmpty();
  }

  private static void assertErasedIsForgotten(PeerProcesses peers, PeerProcess peer)
      throws Exception {
    Id before = peer.id();
    peers.kill(List.of(peer));
    assertThat(peer.serves()).isFalse();
    peers.erase(List.of(peer));
    peers.start(List.of(peer));
    assertThat(peer.id()).isNotEqualTo(before);
  }

  private static List<Id> ids(List<PeerProcess> peers) {
    return peers.stream().map(PeerProcess::id).toList();
  }

  @Test
  @Tag("soak")
  @Tag("live")
  @Timeout(3600)
  void sixtyFourPeersLoseNothingWhenThirtyPercentAreKilled() throws Exception {
    try (PeerProcesses peers = PeerProcesses.start(64, PeerProcesses.small(64), line -> {});
        OutageExperiment experiment = new OutageExperiment(peers, settings(200, .3), line -> {})) {
      for (OutageExperiment.Result row : experiment.run(Fault.KILL)) {
        assertThat(row.kept()).as("%s", row).isTrue();
      }
    }
  }
}
