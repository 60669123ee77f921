package org.spamwatch.agent.cli;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.spamwatch.agent.config.ListenAddress;
import org.spamwatch.agent.live.LivePeer;

/** What a peer tells whoever started it, as a line and as a file. */
final class ReadyFile {
  private ReadyFile() {}

  static String line(LivePeer peer) {
    return "ready overlay=" + peer.self().endpoint() + " http=" + text(peer.http());
  }

  /** Appears whole: a script that waits for the file never reads half of it. */
  static void write(Path file, LivePeer peer) throws CommandFailure {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("overlay", peer.self().endpoint().toString()).put("http", text(peer.http()));
    json.put("id", peer.self().id().toString()).put("realm", peer.realm().toString());
    json.put("pid", ProcessHandle.current().pid());
    Path draft = file.resolveSibling(file.getFileName() + ".new");
    try {
      Files.writeString(draft, json + "\n");
      Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new CommandFailure(
          ExitCode.INPUT_OUTPUT, file + ": the ready file cannot be written", e);
    }
  }

  private static String text(InetSocketAddress address) {
    return new ListenAddress(address.getAddress().getHostAddress(), address.getPort()).toString();
  }
}
