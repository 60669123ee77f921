package org.spamwatch.agent.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.TreeMap;
import org.spamwatch.agent.api.ApiJson;
import org.spamwatch.agent.api.Started;
import org.spamwatch.agent.config.ListenAddress;
import org.spamwatch.agent.config.PortSetting;
import org.spamwatch.agent.live.LivePeer;

/** What a peer tells whoever started it, as a line and as a file. */
final class ReadyFile {
  private ReadyFile() {}

  /** The overlay's port and HTTP's, and what else mail programs reach, by the settings' keys. */
  static String line(LivePeer peer) {
    StringBuilder line = new StringBuilder();
    line.append("ready overlay=").append(peer.self().endpoint());
    line.append(" http=").append(ListenAddress.of(peer.http()));
    new TreeMap<>(peer.ports())
        .forEach(
            (key, place) -> {
              if (!key.equals(PortSetting.HTTP_LISTEN.key())) {
                line.append(' ').append(key).append('=').append(place);
              }
            });
    return line.toString();
  }

  /** Appears whole: a script that waits for the file never reads half of it. */
  static void write(Path file, LivePeer peer) throws CommandFailure {
    Started started =
        new Started(
            peer.self().endpoint().toString(),
            ListenAddress.of(peer.http()).toString(),
            peer.self().id(),
            peer.realm(),
            ProcessHandle.current().pid(),
            peer.ports());
    Path draft = file.resolveSibling(file.getFileName() + ".new");
    try {
      Files.writeString(draft, ApiJson.line(started) + "\n");
      Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new CommandFailure(
          ExitCode.INPUT_OUTPUT, file + ": the ready file cannot be written", e);
    }
  }
}
