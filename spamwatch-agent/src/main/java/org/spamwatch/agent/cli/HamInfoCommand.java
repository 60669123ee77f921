package org.spamwatch.agent.cli;

import java.util.Locale;
import java.util.concurrent.Callable;
import org.spamwatch.agent.api.ApiJson;
import org.spamwatch.agent.api.HamInfo;
import org.spamwatch.agent.http.PeerClientException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code spamwatch ham info}: what a peer has learnt of its own ham. */
@Command(
    name = "info",
    description = "Shows what a peer has learnt, by source and generation.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class)
final class HamInfoCommand implements Callable<Integer> {
  private final Console console;

  @Mixin private PeerOption peer = new PeerOption();

  @Option(names = "--json", description = "the peer's JSON instead")
  private boolean json;

  HamInfoCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws CommandFailure {
    try {
      HamInfo info = peer.client(console).ham();
      if (json) {
        console.say(ApiJson.line(info));
      } else {
        print(info);
      }
      return ExitCode.OK;
    } catch (PeerClientException e) {
      throw PeerOption.failure(e);
    }
  }

  private void print(HamInfo info) {
    console.say(
        String.format(
            Locale.ROOT,
            "%-9s  %-10s  %8s  %10s  %9s  %5s  %9s  %s",
            "source",
            "from",
            "mails",
            "features",
            "forgotten",
            "fill",
            "false",
            "newest"));
    for (HamInfo.Generation generation : info.generations()) {
      console.say(
          String.format(
              Locale.ROOT,
              "%-9s  %-10s  %8d  %10d  %9d  %5.2f  %9.2e  %s",
              generation.source(),
              day(generation.start()),
              generation.mails(),
              generation.features(),
              generation.forgotten(),
              generation.fill(),
              generation.falsePositiveRate(),
              day(generation.newest())));
    }
    console.say(
        String.format(
            Locale.ROOT,
            "%.2f of %d MiB; a feature that was not learnt is taken for ham with probability %.2e",
            info.bytes() / (double) (1 << 20),
            info.maxBytes() >> 20,
            info.falsePositiveRate()));
  }

  private static String day(String time) {
    return time.substring(0, Math.min(10, time.length()));
  }
}
