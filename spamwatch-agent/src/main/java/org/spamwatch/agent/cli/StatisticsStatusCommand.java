package org.spamwatch.agent.cli;

import org.spamwatch.agent.api.StatisticsInfo;
import org.spamwatch.agent.api.StatisticsInfo.Taught;
import org.spamwatch.agent.api.Words;
import org.spamwatch.agent.http.PeerClient;
import org.spamwatch.agent.http.PeerClientException;
import picocli.CommandLine.Command;

/** {@code spamwatch statistics status}: what the statistical filter was taught. */
@Command(
    name = "status",
    description = "Shows what a peer's statistical filter was taught, and whether it judges.")
final class StatisticsStatusCommand extends PeerQuery<StatisticsInfo> {
  @Override
  StatisticsInfo ask(PeerClient client) throws PeerClientException {
    return client.statistics();
  }

  @Override
  void print(StatisticsInfo info) {
    say("mode     %s", Words.of(info.mode()));
    taught("you", info.own());
    taught("site", info.site());
    taught("all", info.all());
    say("users    %d have taught", info.users());
    say("counts   %.1f MiB on disk", info.bytes() / (double) (1 << 20));
    info.judging()
        .ifPresentOrElse(
            filter ->
                say(
                    "judges   your mail by %d spam and %d ham, %d words, of %s",
                    filter.spam(), filter.ham(), filter.tokens(), filter.built()),
            () ->
                say(
                    "judges   nothing yet: it takes %d spam and %d ham by you, or by all of which"
                        + " words of three users may be told",
                    info.needed(), info.needed()));
  }

  private void taught(String who, Taught mails) {
    say("%-8s %d spam, %d ham", who, mails.spam(), mails.ham());
  }
}
