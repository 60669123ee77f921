package org.spamwatch.agent.store;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.concurrent.Semaphore;
import org.spamwatch.agent.store.SampleVotes.Sample;

/** Puts votes until it is killed and writes the GUID of each that was reported durable. */
final class EndlessWriter {
  private static final int AHEAD = 32;

  private EndlessWriter() {}

  public static void main(String[] arguments) throws Exception {
    PrintStream acknowledgements = System.out;
    SampleVotes samples = new SampleVotes(Long.parseLong(arguments[1]));
    Semaphore ahead = new Semaphore(AHEAD);
    DiskVoteStore store =
        DiskVoteStore.open(
            Path.of(arguments[0]), SampleVotes.REALM, Runnable::run, acknowledgements::println);
    while (true) {
      ahead.acquire();
      Sample sample = samples.next();
      store.put(sample.vote(), sample.vectors());
      store.pend(sample.vote());
      store.durable(
          () -> {
            acknowledgements.println(sample.vote().guid());
            acknowledgements.flush();
            ahead.release();
          });
    }
  }
}
