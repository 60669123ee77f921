package org.spamwatch.simulator.outage;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.spamwatch.simulator.processes.PeerProcess;
import org.spamwatch.simulator.processes.PeerProcesses;

/** Peers as processes of their own, as departments would run them, and what befalls them. */
@EnabledOnOs(OS.LINUX)
class OutageTest {
  private static OutageSettings settings(int votes, double share) {
    return new OutageSettings(votes, share, Duration.ofSeconds(2), Duration.ofMinutes(4), 512, 12);
  }

  private static void assertNothingLost(OutageResult row) {
    assertThat(row.lost()).as("%s", row).isZero();
    assertThat(row.unheld()).as("%s", row).isZero();
    assertThat(row.routesSeconds()).as("%s", row).isNotNegative();
    assertThat(row.votesSeconds()).as("%s", row).isNotNegative();
    assertThat(row.remark()).as("%s", row).isEmpty();
  }

  @Test
  @Tag("live")
  @Timeout(600)
  void fivePeersFindAllThatWasMarkedWhileOneIsKilledAndWhenItReturns() throws Exception {
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
    try (PeerProcesses peers = PeerProcesses.start(5, PeerProcesses.small(64), line -> {});
        OutageExperiment experiment = new OutageExperiment(peers, settings(10, .2), line -> {})) {
      for (Fault fault : faults) {
        for (OutageResult row : experiment.run(fault)) {
          assertNothingLost(row);
          assertThat(row.acknowledged()).as("%s", row).isGreaterThanOrEqualTo(10);
        }
      }
      assertThat(peers.serving()).hasSize(5);
    }
  }

  @Test
  @Tag("live")
  @Timeout(120)
  void noProcessIsLeftBehindAndWhatAPeerKeptOutlivesItUntilItIsErased() throws Exception {
    PeerProcess peer;
    ProcessHandle before = ProcessHandle.current();
    try (PeerProcesses peers = PeerProcesses.start(2, PeerProcesses.small(64), line -> {})) {
      peer = peers.all().get(1);
      var first = peer.id();
      peers.kill(List.of(peer));
      assertThat(peer.serves()).isFalse();
      peers.start(List.of(peer));
      assertThat(peer.id()).isEqualTo(first);
      peers.kill(List.of(peer));
      peers.erase(List.of(peer));
      peers.start(List.of(peer));
      assertThat(peer.id()).isNotEqualTo(first);
      assertThat(before.children()).hasSizeGreaterThanOrEqualTo(2);
    }
    assertThat(peer.serves()).isFalse();
    assertThat(before.children().filter(ProcessHandle::isAlive)).isEmpty();
  }

  @Test
  @Tag("soak")
  @Tag("live")
  @Timeout(3600)
  void sixtyFourPeersLoseNothingWhenThirtyPercentAreKilled() throws Exception {
    try (PeerProcesses peers = PeerProcesses.start(64, PeerProcesses.small(64), line -> {});
        OutageExperiment experiment = new OutageExperiment(peers, settings(200, .3), line -> {})) {
      for (OutageResult row : experiment.run(Fault.KILL)) {
        assertThat(row.kept()).as("%s", row).isTrue();
      }
    }
  }
}
