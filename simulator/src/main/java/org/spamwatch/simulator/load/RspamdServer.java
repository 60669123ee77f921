package org.spamwatch.simulator.load;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import org.spamwatch.simulator.detection.Rspamd;
import org.spamwatch.simulator.processes.ProcessException;

/** rspamd with its fuzzy check and nothing else, of the system's own package. */
final class RspamdServer implements CheckedServer {
  private final Rspamd rspamd;
  private final boolean keeps;

  private RspamdServer(Rspamd rspamd, boolean keeps) {
    this.rspamd = rspamd;
    this.keeps = keeps;
  }

  /**
   * Starts it.
   *
   * @param keeps whether those who ask it keep their connections
   */
  static RspamdServer start(boolean keeps) throws ProcessException {
    return new RspamdServer(Rspamd.start(), keeps);
  }

  @Override
  public String name() {
    return "rspamd";
  }

  @Override
  public Client client() {
    InetSocketAddress address =
        new InetSocketAddress(rspamd.check().getHost(), rspamd.check().getPort());
    return new HttpClient(address, rspamd.check().getPath(), keeps);
  }

  @Override
  public String sign() {
    return rspamd.symbol();
  }

  @Override
  public void mark(List<byte[]> mails) throws ProcessException {
    if (rspamd.report(mails).contains(false)) {
      throw new ProcessException("rspamd cannot hash all mails of the load");
    }
  }

  @Override
  public Duration cpu() {
    return rspamd.cpu();
  }

  @Override
  public void close() {
    rspamd.close();
  }
}
