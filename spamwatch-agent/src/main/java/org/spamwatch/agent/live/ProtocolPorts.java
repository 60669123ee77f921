package org.spamwatch.agent.live;

import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.spamwatch.agent.access.Access;
import org.spamwatch.agent.config.ListenAddress;
import org.spamwatch.agent.config.PortSetting;
import org.spamwatch.agent.config.RateLimitSetting;
import org.spamwatch.agent.config.Setting;
import org.spamwatch.agent.config.Settings;
import org.spamwatch.agent.http.HttpPort;
import org.spamwatch.agent.live.StartException.Cause;
import org.spamwatch.agent.milter.MilterPort;
import org.spamwatch.agent.policy.PolicyPort;
import org.spamwatch.agent.port.BoundPort;
import org.spamwatch.agent.request.MailRequests;
import org.spamwatch.agent.spamd.SpamdPort;

/** The ports of a peer at which other programs' protocols are spoken, as far as they are set. */
final class ProtocolPorts {
  private final Settings settings;
  private final Optional<BoundPort> spamd;
  private final Optional<BoundPort> milter;
  private final Optional<BoundPort> policy;

  private ProtocolPorts(
      Settings settings,
      Optional<BoundPort> spamd,
      Optional<BoundPort> milter,
      Optional<BoundPort> policy) {
    this.settings = settings;
    this.spamd = spamd;
    this.milter = milter;
    this.policy = policy;
  }

  /** Takes them; nothing is answered yet. */
  static ProtocolPorts bind(Settings settings) throws StartException {
    checkLoopback(settings, PortSetting.MILTER_LISTEN);
    checkLoopback(settings, RateLimitSetting.POLICY_LISTEN);
    List<BoundPort> bound = new ArrayList<>();
    try {
      Optional<BoundPort> spamd =
          Ports.bind(
              "spamd",
              settings,
              HttpPort.limits(settings),
              PortSetting.SPAMD_LISTEN,
              PortSetting.SPAMD_SOCKET);
      spamd.ifPresent(bound::add);
      Optional<BoundPort> milter =
          Ports.bind(
              "milter",
              settings,
              MilterPort.limits(settings),
              PortSetting.MILTER_LISTEN,
              PortSetting.MILTER_SOCKET);
      milter.ifPresent(bound::add);
      Optional<BoundPort> policy =
          Ports.bind(
              "policy",
              settings,
              PolicyPort.limits(settings),
              RateLimitSetting.POLICY_LISTEN,
              RateLimitSetting.POLICY_SOCKET);
      return new ProtocolPorts(settings, spamd, milter, policy);
    } catch (StartException e) {
      bound.forEach(BoundPort::close);
      throw e;
    }
  }

  /** These protocols have neither credentials nor privacy. */
  private static void checkLoopback(Settings settings, Setting<Optional<ListenAddress>> port)
      throws StartException {
    Optional<ListenAddress> listen = settings.value(port);
    try {
      if (listen.isPresent() && !listen.get().resolve().getAddress().isLoopbackAddress()) {
        throw new StartException(
            Cause.CONFIGURATION,
            port
                + " = "
                + listen.get()
                + ": allowed is loopback; run a peer on the mail server's host");
      }
    } catch (UnknownHostException e) {
      throw new StartException(
          Cause.CONFIGURATION, port + " = " + listen.get() + ": the host is not known", e);
    }
  }

  /** The settings with the ports that the system has chosen where they left it the choice. */
  Settings asBound() {
    Settings chosen = settings;
    if (spamd.isPresent()) {
      chosen = asBound(chosen, PortSetting.SPAMD_LISTEN, spamd.get());
    }
    if (milter.isPresent()) {
      chosen = asBound(chosen, PortSetting.MILTER_LISTEN, milter.get());
    }
    return policy.isPresent()
        ? asBound(chosen, RateLimitSetting.POLICY_LISTEN, policy.get())
        : chosen;
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
    milter.ifPresent(bound -> MilterPort.serve(bound, settings, requests, access));
    policy.ifPresent(bound -> PolicyPort.serve(bound, requests, access));
  }

  /** Lets nobody in any more, and closes what was open. */
  void close() {
    spamd.ifPresent(BoundPort::close);
    milter.ifPresent(BoundPort::close);
    policy.ifPresent(BoundPort::close);
  }
}
