package org.spamwatch.agent.live;

import java.util.Optional;
import org.spamwatch.agent.access.Access;
import org.spamwatch.agent.config.PortSetting;
import org.spamwatch.agent.config.Settings;
import org.spamwatch.agent.port.BoundPort;
import org.spamwatch.agent.request.MailRequests;
import org.spamwatch.agent.spamd.SpamdPort;

/** The ports of a peer at which other programs' protocols are spoken, as far as they are set. */
final class ProtocolPorts {
  private final Settings settings;
  private final Optional<BoundPort> spamd;

  private ProtocolPorts(Settings settings, Optional<BoundPort> spamd) {
    this.settings = settings;
    this.spamd = spamd;
  }

  /** Takes them; nothing is answered yet. */
  static ProtocolPorts bind(Settings settings) throws StartException {
    return new ProtocolPorts(
        settings,
        Ports.bind("spamd", settings, PortSetting.SPAMD_LISTEN, PortSetting.SPAMD_SOCKET));
  }

  /** Begins to answer. */
  void serve(MailRequests requests, Access access) {
    spamd.ifPresent(bound -> SpamdPort.serve(bound, settings, requests, access));
  }

  /** Lets nobody in any more, and closes what was open. */
  void close() {
    spamd.ifPresent(BoundPort::close);
  }
}
