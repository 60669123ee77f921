package org.spamwatch.simulator.attack;

import java.util.function.Consumer;
import org.spamwatch.agent.http.PeerClientException;
import org.spamwatch.simulator.processes.ProcessException;

/**
 * One way of doing harm, and what its victims are promised all the same.
 *
 * @param name on the command line, in lower case with hyphens
 * @param promise what honest users are promised while it goes on, in one line
 * @param scenario how it is done
 */
public record Attack(String name, String promise, Scenario scenario) {
  /** Victims, an attack on them, and somebody who looks on. */
  public interface Scenario {
    /**
     * Starts victims, attacks them and looks on; leaves nothing running. Sends to loopback alone,
     * and a bounded number of bytes.
     *
     * @param progress told in a line what is under way, now and then
     * @throws ProcessException if the victims cannot be had, which says nothing of the promise
     * @throws PeerClientException if a peer that is not under attack does not answer
     */
    AttackResult run(AttackSettings settings, Consumer<String> progress)
        throws ProcessException, PeerClientException, InterruptedException;
  }
}
