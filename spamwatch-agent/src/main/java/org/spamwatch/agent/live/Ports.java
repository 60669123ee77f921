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
import org.spamwatch.agent.config.ListenAddress;
import org.spamwatch.agent.config.PortSetting;
import org.spamwatch.agent.config.Settings;
import org.spamwatch.agent.config.SocketFile;
import org.spamwatch.agent.file.AtomicFile;
import org.spamwatch.agent.http.HttpPort;
import org.spamwatch.agent.live.StartException.Cause;
import org.spamwatch.agent.port.BoundPort;
import org.spamwatch.overlay.identity.SigningKey;
import org.spamwatch.overlay.live.LinkLimits;
import org.spamwatch.overlay.live.ListenException;
import org.spamwatch.overlay.live.LiveConfig;
import org.spamwatch.overlay.live.LiveNode;
import org.spamwatch.overlay.wire.MessageTable;

/** Binds the two ports of a peer as its settings say, and says in one line why not. */
final class Ports {
  private Ports() {}

  /** Whoever reaches the HTTP port can vote in its users' names. */
  static void checkExposure(Settings settings) throws StartException {
    ListenAddress listen = settings.value(PortSetting.HTTP_LISTEN);
    try {
      boolean loopback = InetAddress.getByName(listen.host()).isLoopbackAddress();
      if (!loopback && settings.value(PortSetting.HTTP_TOKEN).isEmpty()) {
        throw new StartException(
            Cause.CONFIGURATION,
            "http.listen = " + listen + ": beyond loopback http.token must be set as well");
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
    String line = "http.listen: cannot listen at " + listen + ": ";
    try {
      BoundPort bound = HttpPort.bind(listen.resolve(), settings);
      Optional<SocketFile> socket = settings.value(PortSetting.HTTP_SOCKET);
      if (socket.isPresent()) {
        bindSocket(bound, socket.get());
      }
      return bound;
    } catch (BindException e) {
      Cause cause = bindCause(e);
      String reason =
          cause == Cause.IN_USE
              ? "the port is in use; stop the other program or choose another port (0: any free one)"
              : String.valueOf(e.getMessage());
      throw new StartException(cause, line + reason, e);
    } catch (SocketException | UnknownHostException e) {
      throw new StartException(Cause.CONFIGURATION, line + e.getMessage(), e);
    } catch (IOException e) {
      throw new StartException(Cause.INPUT_OUTPUT, line + e.getMessage(), e);
    }
  }

  private static void bindSocket(BoundPort bound, SocketFile socket) throws StartException {
    try {
      bound.alsoAt(socket.file(), socket.group());
    } catch (IOException e) {
      bound.close();
      throw new StartException(
          bindCause(e),
          "http.socket: cannot listen at " + socket.file() + ": " + AtomicFile.reason(e),
          e);
    }
  }
}
