package org.spamwatch.agent.live;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.spamwatch.agent.access.Users;
import org.spamwatch.agent.config.ListenAddress;
import org.spamwatch.agent.config.PortSetting;
import org.spamwatch.agent.config.Setting;
import org.spamwatch.agent.config.Settings;
import org.spamwatch.agent.config.SocketFile;
import org.spamwatch.agent.file.AtomicFile;
import org.spamwatch.agent.http.HttpPort;
import org.spamwatch.agent.live.StartException.Cause;
import org.spamwatch.agent.port.BoundPort;
import org.spamwatch.agent.port.PortLimits;
import org.spamwatch.overlay.identity.SigningKey;
import org.spamwatch.overlay.live.LinkLimits;
import org.spamwatch.overlay.live.ListenException;
import org.spamwatch.overlay.live.LiveConfig;
import org.spamwatch.overlay.live.LiveNode;
import org.spamwatch.overlay.wire.MessageTable;

/** Binds the ports of a peer as its settings say, and says in one line why not. */
final class Ports {
  private Ports() {}

  /**
   * Whoever reaches the HTTP port may ask, so that beyond loopback there must be a token to show:
   * the one of programs that vouch for their users, or one of a user.
   */
  static void checkExposure(Settings settings, Users users) throws StartException {
    ListenAddress listen = settings.value(PortSetting.HTTP_LISTEN);
    try {
      boolean loopback = InetAddress.getByName(listen.host()).isLoopbackAddress();
      if (!loopback && settings.value(PortSetting.HTTP_TOKEN).isEmpty() && !users.haveTokens()) {
        throw new StartException(
            Cause.CONFIGURATION,
            "http.listen = "
                + listen
                + ": beyond loopback http.token must be set, or a user have a token"
                + " (spamwatch user add)");
      }
    } catch (UnknownHostException e) {
      throw new StartException(
          Cause.CONFIGURATION, "http.listen = " + listen + ": the host is not known", e);
    }
  }

  static LiveNode bindOverlay(
      Settings settings,
      ListenAddress listen,
      SigningKey key,
      List<MessageTable> versions,
      LongSupplier wallMillis)
      throws StartException {
    try {
      LiveConfig config =
          new LiveConfig(
              key,
              listen.host(),
              listen.port(),
              AdvertisedHost.of(settings, listen.host()),
              LinkLimits.DEFAULT,
              wallMillis);
      return LiveNode.bind(config, versions);
    } catch (IllegalArgumentException e) {
      throw new StartException(Cause.CONFIGURATION, "overlay.listen: " + e.getMessage(), e);
    } catch (ListenException e) {
      throw new StartException(bindCause(e.getCause()), "overlay.listen: " + e.getMessage(), e);
    }
  }

  private static Cause bindCause(@Nullable Throwable cause) {
    return cause instanceof BindException && String.valueOf(cause.getMessage()).contains("in use")
        ? Cause.IN_USE
        : Cause.CONFIGURATION;
  }

  static BoundPort bindHttp(Settings settings) throws StartException {
    ListenAddress listen = settings.value(PortSetting.HTTP_LISTEN);
    BoundPort bound = bind("http", listen, HttpPort.limits(settings));
    Optional<SocketFile> socket = settings.value(PortSetting.HTTP_SOCKET);
    if (socket.isPresent()) {
      bindToo(bound, "http", socket.get());
    }
    return bound;
  }

  /**
   * Binds the port of another protocol, which need not be.
   *
   * @param name of the protocol, with which the settings' keys begin
   */
  static Optional<BoundPort> bind(
      String name,
      Settings settings,
      PortLimits limits,
      Setting<Optional<ListenAddress>> listen,
      Setting<Optional<SocketFile>> socket)
      throws StartException {
    Optional<ListenAddress> address = settings.value(listen);
    Optional<SocketFile> file = settings.value(socket);
    if (address.isEmpty()) {
      return file.isPresent() ? Optional.of(bind(name, file.get(), limits)) : Optional.empty();
    }
    BoundPort bound = bind(name, address.get(), limits);
    if (file.isPresent()) {
      bindToo(bound, name, file.get());
    }
    return Optional.of(bound);
  }

  private static BoundPort bind(String name, ListenAddress listen, PortLimits limits)
      throws StartException {
    String line = name + ".listen: cannot listen at " + listen + ": ";
    try {
      return BoundPort.at(name, listen.resolve(), limits);
    } catch (BindException e) {
      throw new StartException(bindCause(e), line + ListenException.reason(e), e);
    } catch (SocketException | UnknownHostException e) {
      throw new StartException(Cause.CONFIGURATION, line + e.getMessage(), e);
    } catch (IOException e) {
      throw new StartException(Cause.INPUT_OUTPUT, line + e.getMessage(), e);
    }
  }

  private static BoundPort bind(String name, SocketFile socket, PortLimits limits)
      throws StartException {
    try {
      return BoundPort.at(name, socket.file(), socket.group(), limits);
    } catch (IOException e) {
      throw noSocket(name, socket, e);
    }
  }

  private static void bindToo(BoundPort bound, String name, SocketFile socket)
      throws StartException {
    try {
      bound.alsoAt(socket.file(), socket.group());
    } catch (IOException e) {
      bound.close();
      throw noSocket(name, socket, e);
    }
  }

  private static StartException noSocket(String name, SocketFile socket, IOException e) {
    return new StartException(
        bindCause(e),
        name + ".socket: cannot listen at " + socket.file() + ": " + AtomicFile.reason(e),
        e);
  }
}
