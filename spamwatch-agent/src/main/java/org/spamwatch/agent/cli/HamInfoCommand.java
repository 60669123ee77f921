package org.spamwatch.agent.cli;

import org.spamwatch.agent.api.HamInfo;
import org.spamwatch.agent.http.PeerClient;
import org.spamwatch.agent.http.PeerClientException;
import picocli.CommandLine.Command;

/** {@code spamwatch ham info}: what a peer has learnt of its own ham. */
@Command(name = "info", description = "Shows what a peer has learnt, by source and generation.")
final class HamInfoCommand extends PeerQuery<HamInfo> {

  @Override
  HamInfo ask(PeerClient client) throws PeerClientException {
    return client.ham();
  }

  @Override
  void print(HamInfo info) {
    say(
        "%-9s  %-10s  %8s  %10s  %9s  %5s  %9s  %s",
        "source", "from", "mails", "features", "forgotten", "fill", "false", "newest");
    for (HamInfo.Generation generation : info.generations()) {
      say(
          "%-9s  %-10s  %8d  %10d  %9d  %5.2f  %9.2e  %s",
          generation.source(),
          day(generation.start()),
          generation.mails(),
          generation.features(),
          generation.forgotten(),
          generation.fill(),
          generation.falsePositiveRate(),
          day(generation.newest()));
    }
    say(
        "%.2f of %d MiB; a feature that was not learnt is taken for ham with probability %.2e",
        info.bytes() / (double) (1 << 20), info.maxBytes() >> 20, info.falsePositiveRate());
  }

  private static String day(String time) {
    return time.substring(0, Math.min(10, time.length()));
  }
}
