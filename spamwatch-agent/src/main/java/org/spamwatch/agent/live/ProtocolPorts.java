package org.spamwatch.agent.live;

import java.net.UnknownHostException;
import java.util.Optional;
import org.spamwatch.agent.access.Access;
import org.spamwatch.agent.config.ListenAddress;
import org.spamwatch.agent.config.PortSetting;
import org.spamwatch.agent.config.Setting;
import org.spamwatch.agent.config.Settings;
import org.spamwatch.agent.http.HttpPort;
import org.spamwatch.agent.live.StartException.Cause;
import org.spamwatch.agent.milter.MilterPort;
import org.spamwatch.agent.port.BoundPort;
import org.spamwatch.agent.request.MailRequests;
import org.spamwatch.agent.spamd.SpamdPort;

/** The ports of a peer at which other programs' protocols are spoken, as far as they are set. */
final class ProtocolPorts {
  private final Settings settings;
  private final Optional<BoundPort> spamd;
  private final Optional<BoundPort> milter;

  private ProtocolPorts(Settings settings, Optional<BoundPort> spamd, Optional<BoundPort> milter) {
    this.settings = settings;
    this.spamd = spamd;
    this.milter = milter;
  }

  /** Takes them; nothing is answered yet. */
  static ProtocolPorts bind(Settings settings) throws StartException {
    checkMilter(settings);
    Optional<BoundPort> spamd =
        Ports.bind(
            "spamd",
            settings,
            HttpPort.limits(settings),
            PortSetting.SPAMD_LISTEN,
            PortSetting.SPAMD_SOCKET);
    try {
      Optional<BoundPort> milter =
          Ports.bind(
              "milter",
              settings,
              MilterPort.limits(settings),
              PortSetting.MILTER_LISTEN,
              PortSetting.MILTER_SOCKET);
      return new ProtocolPorts(settings, spamd, milter);
    } catch (StartException e) {
      spamd.ifPresent(BoundPort::close);
      throw e;
    }
  }

  /** The protocol has neither credentials nor privacy, and carries whole mails. */
  private static void checkMilter(Settings settings) throws StartException {
    Optional<ListenAddress> listen = settings.value(PortSetting.MILTER_LISTEN);
    try {
      if (listen.isPresent() && !listen.get().resolve().getAddress().isLoopbackAddress()) {
        throw new StartException(
            Cause.CONFIGURATION,
            "milter.listen = "
                + listen.get()
                + ": allowed is loopback; run a peer on the mail server's host");
      }
    } catch (UnknownHostException e) {
      throw new StartException(
          Cause.CONFIGURATION, "milter.listen = " + listen.get() + ": the host is not known", e);
    }
  }

  /** The settings with the ports that the system has chosen where they left it the choice. */
  Settings asBound() {
    Settings chosen = settings;
    if (spamd.isPresent()) {
      chosen = asBound(chosen, PortSetting.SPAMD_LISTEN, spamd.get());
    }
    return milter.isPresent() ? asBound(chosen, PortSetting.MILTER_LISTEN, milter.get()) : chosen;
  }

  private static Settings asBound(
      Settings settings, Setting<Optional<ListenAddress>> listen, BoundPort bound) {
    Optional<ListenAddress> set = settings.value(listen);
    return set.isEmpty() || set.get().port() > 0
        ? settings
        : settings.with(
            listen, Optional.of(new ListenAddress(set.get().host(), bound.address().getPort())));
  }

  /** Begins to answer. */
  void serve(MailRequests requests, Access access) {
    spamd.ifPresent(bound -> SpamdPort.serve(bound, settings, requests, access));
    milter.ifPresent(bound -> MilterPort.serve(bound, settings, requests));
  }

  /** Lets nobody in any more, and closes what was open. */
  void close() {
    spamd.ifPresent(BoundPort::close);
    milter.ifPresent(BoundPort::close);
  }
}
