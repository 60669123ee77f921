package org.spamwatch.agent.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.spamwatch.agent.AgentException;
import org.spamwatch.agent.config.ConfigurationException;
import org.spamwatch.agent.config.PortSetting;
import org.spamwatch.agent.config.Setting;
import org.spamwatch.agent.config.Settings;
import org.spamwatch.agent.config.SettingsReader;
import org.spamwatch.agent.live.LivePeer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code spamwatch peer start}: runs a peer in the foreground until a signal ends it. */
@Command(
    name = "start",
    description = "Runs a peer in the foreground; nothing configured is enough.",
    footer = {
      "When all ports accept and the realm is joined, prints 'ready overlay=HOST:PORT",
      "http=HOST:PORT', and other ports by their settings. SIGTERM ends the peer gracefully,",
      "SIGHUP reloads the configuration.",
      "docs/operations.md lists every setting for --config and --set."
    })
final class PeerStartCommand extends ConsoleCommand {
  private static final Logger LOG = LoggerFactory.getLogger(PeerStartCommand.class);

  @Mixin private ConfigOption config = new ConfigOption();

  @Option(names = "--data", paramLabel = "DIR", description = "where keys and votes are kept")
  private @Nullable String data;

  @Option(
      names = "--listen",
      paramLabel = "HOST:PORT",
      description =
          "for peers; 127.0.0.1:9460, or 0.0.0.0:9460 in a closed realm or with a bootstrap peer"
              + " elsewhere")
  private @Nullable String listen;

  @Option(
      names = "--bootstrap",
      paramLabel = "HOST:PORT",
      description = "a peer through which to join; several for several")
  private List<String> bootstrap = new ArrayList<>();

  @Option(
      names = "--http",
      paramLabel = "HOST:PORT",
      description = "for mail programs; 127.0.0.1:11780")
  private @Nullable String http;

  @Option(
      names = "--ready-file",
      paramLabel = "FILE",
      description = "written as JSON when the peer is ready")
  private @Nullable Path readyFile;

  @Option(names = "--set", paramLabel = "KEY=VALUE", description = "overrides any setting")
  private List<String> pairs = new ArrayList<>();

  private final CountDownLatch end = new CountDownLatch(1);
  private final AtomicReference<@Nullable String> diskFailure = new AtomicReference<>();

  @Override
  public Integer call() throws AgentException {
    Settings settings = settings();
    Logging.level(settings.value(Setting.LOG_LEVEL));
    Path directory =
        settings.value(Setting.DATA_DIRECTORY).orElse(console().places().dataDirectory());
    Thread starter = Thread.currentThread();
    Runnable stop =
        () -> {
          end.countDown();
          starter.interrupt(); // a start may be waiting for a bootstrap peer
        };
    boolean graceful = Signals.on("TERM", stop);
    graceful &= Signals.on("INT", stop);
    try (LivePeer peer = LivePeer.start(settings, directory, this::diskFailed)) {
      Thread leave = new Thread(peer::close, "leave");
      if (!graceful) {
        Runtime.getRuntime().addShutdownHook(leave);
      }
      Reload reload = new Reload(settings, peer);
      if (!Signals.on("HUP", reload)) {
        LOG.info("this Java cannot react to SIGHUP; restart the peer to change settings");
      }
      if (readyFile != null) {
        ReadyFile.write(readyFile, peer);
      }
      say(ReadyFile.line(peer));
      console().out().flush();
      end.await();
    } catch (InterruptedException e) {
      LOG.info("asked to stop");
    } finally {
      forgetReadyFile();
    }
    String failure = diskFailure.get();
    if (failure != null) {
      throw new CommandFailure(ExitCode.INPUT_OUTPUT, failure);
    }
    return ExitCode.OK;
  }

  private void diskFailed(String line) {
    diskFailure.set(line);
    end.countDown();
  }

  /** Whoever finds the file may take the peer for running. */
  private void forgetReadyFile() {
    try {
      if (readyFile != null) {
        Files.deleteIfExists(readyFile);
      }
    } catch (IOException e) {
      LOG.warn("the ready file could not be deleted: {}", e.getClass().getSimpleName());
    }
  }

  /** Defaults, then the file, then --set, then the other options. */
  private Settings settings() throws ConfigurationException {
    SettingsReader reader = config.reader(console());
    for (String pair : pairs) {
      reader.pair(pair);
    }
    reader.option("--data", Setting.DATA_DIRECTORY, listOf(data));
    reader.option("--listen", Setting.OVERLAY_LISTEN, listOf(listen));
    reader.option("--http", PortSetting.HTTP_LISTEN, listOf(http));
    reader.option("--bootstrap", Setting.OVERLAY_BOOTSTRAP, bootstrap);
    return reader.settings();
  }

  private static List<String> listOf(@Nullable String value) {
    return value == null ? List.of() : List.of(value);
  }

  /** Reads the configuration again; one that is wrong changes nothing. */
  private final class Reload implements Runnable {
    private final LivePeer peer;
    private Settings current;

    Reload(Settings current, LivePeer peer) {
      this.current = current;
      this.peer = peer;
    }

    @Override
    public synchronized void run() {
      try {
        Settings changed = settings();
        List<Setting<?>> restart = peer.reload(current, changed);
        Logging.level(changed.value(Setting.LOG_LEVEL));
        current = changed;
        LOG.info("configuration reloaded");
        if (!restart.isEmpty()) {
          LOG.warn("{} need a restart of the peer to change", restart);
        }
      } catch (ConfigurationException e) {
        LOG.warn("configuration not reloaded: {}", e.getMessage());
      }
    }
  }
}
