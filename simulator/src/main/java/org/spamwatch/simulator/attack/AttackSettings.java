package org.spamwatch.simulator.attack;

import java.time.Duration;
import java.util.function.Consumer;
import org.spamwatch.simulator.processes.PeerProcesses;
import org.spamwatch.simulator.processes.ProcessException;

/**
 * How attacks are run.
 *
 * @param length how long those last that go on until somebody stops them
 * @param heapMebibytes the heap of each victim
 * @param messages marked where it matters how many there are
 * @param seed of texts and keys; not of the victims' ids
 */
public record AttackSettings(Duration length, int heapMebibytes, int messages, long seed) {
  /** Starts victims, as many as an attack needs. */
  PeerProcesses start(int count, Consumer<String> progress) throws ProcessException {
    return PeerProcesses.start(count, PeerProcesses.small(heapMebibytes), progress);
  }
}
