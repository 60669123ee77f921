package org.spamwatch.simulator.load;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import org.spamwatch.simulator.detection.Rspamd;
import org.spamwatch.simulator.processes.ProcessException;

/** rspamd with its fuzzy check and nothing else, of the system's own package. */
final class RspamdServer implements CheckedServer {
  private final Rspamd rspamd;

  private RspamdServer(Rspamd rspamd) {
    this.rspamd = rspamd;
  }

  static RspamdServer start() throws ProcessException {
    return new RspamdServer(Rspamd.start());
  }

  @Override
  public String name() {
    return "rspamd";
  }

  @Override
  public InetSocketAddress address() {
    return new InetSocketAddress(rspamd.check().getHost(), rspamd.check().getPort());
  }

  @Override
  public String path() {
    return rspamd.check().getPath();
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
