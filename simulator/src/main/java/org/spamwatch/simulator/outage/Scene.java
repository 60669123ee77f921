package org.spamwatch.simulator.outage;

import java.util.function.Consumer;
import org.spamwatch.simulator.processes.PeerProcesses;

/** What an experiment is made of: the peers, the people who vote, and who asks afterwards. */
record Scene(
    PeerProcesses peers,
    OutageExperiment.Settings settings,
    Consumer<String> progress,
    Voting voting,
    Survey survey) {}
