package org.spamwatch.agent.port;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.Set;

/**
 * The kernel's table of TCP sockets (Linux, {@code Documentation/networking/proc_net_tcp.rst}),
 * which says of each of this host's whose it is. A socket that its process has closed is in it for
 * a while with the number 0 for its inode and, as if it were root's, for its owner: it is nobody's.
 * The kernel writes the table piece by piece, so that one and the same socket can be in it twice,
 * or not at all, while others come and go. Safe for any thread; reads files, for some milliseconds.
 */
final class SocketTable {
  private static final int MOST_LINES = 1 << 20;

  // States, as include/net/tcp_states.h numbers them.
  private static final int ESTABLISHED = 1;
  private static final int FIN_WAIT_1 = 4;
  private static final int FIN_WAIT_2 = 5;
  private static final int CLOSE_WAIT = 8;

  /** Of one that may still hear: a client that has said all it has to may close for writing. */
  private static final Set<Integer> ASKING = Set.of(ESTABLISHED, FIN_WAIT_1, FIN_WAIT_2);

  /** Of this side's end of that: one that was accepted, and by no means one that connects. */
  private static final Set<Integer> ANSWERING = Set.of(ESTABLISHED, CLOSE_WAIT);

  // Columns.
  private static final int LOCAL = 1;
  private static final int REMOTE = 2;
  private static final int STATE = 3;
  private static final int UID = 7;
  private static final int INODE = 9;

  private final List<Path> files;

  /** A table in these files, of which some may be missing. */
  SocketTable(List<Path> files) {
    this.files = List.copyOf(files);
  }

  private record Row(int state, Socket socket) {}

  private record Socket(long uid, long inode) {
    boolean isOrphan() {
      return inode == 0;
    }
  }

  /**
   * The number of the account that has the client's end of a connection between two sockets of this
   * host; nothing if a process has none, or it cannot be told.
   *
   * <p>The client's end is looked up before this side's, so that who sees both knows: what has the
   * client's end now is connected to a socket that was accepted here. That this is the socket which
   * it means, and not one of a later connection from the same port, the caller must find out
   * afterwards.
   *
   * @param here this side's end
   * @param there the client's
   */
  OptionalLong owner(InetSocketAddress here, InetSocketAddress there) throws IOException {
    List<Socket> client =
        rows(there, here).stream()
            .filter(row -> ASKING.contains(row.state()))
            .map(Row::socket)
            .distinct()
            .toList();
    if (client.size() != 1 || client.get(0).isOrphan()) {
      return OptionalLong.empty();
    }
    boolean accepted =
        rows(here, there).stream()
            .anyMatch(row -> ANSWERING.contains(row.state()) && !row.socket().isOrphan());
    return accepted ? OptionalLong.of(client.get(0).uid()) : OptionalLong.empty();
  }

  private List<Row> rows(InetSocketAddress local, InetSocketAddress remote) throws IOException {
    List<String> locals = written(local);
    List<String> remotes = written(remote);
    List<Row> rows = new ArrayList<>();
    for (Path file : files) {
      try (BufferedReader lines = Files.newBufferedReader(file, StandardCharsets.ISO_8859_1)) {
        int number = 0;
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
          if (++number > MOST_LINES) {
            throw new IOException(file + ": longer than " + MOST_LINES + " lines");
          }
          if (locals.stream().anyMatch(line::contains)) {
            add(line.strip().split("\\s+", INODE + 2), locals, remotes, rows);
          }
        }
      } catch (NoSuchFileException e) {
        // A host without that protocol.
      }
    }
    return rows;
  }

  private static void add(
      String[] words, List<String> locals, List<String> remotes, List<Row> rows) {
    if (words.length > INODE && locals.contains(words[LOCAL]) && remotes.contains(words[REMOTE])) {
      rows.add(
          new Row(
              Integer.parseInt(words[STATE], 16),
              new Socket(Long.parseLong(words[UID]), Long.parseLong(words[INODE]))));
    }
  }

  /** An address as the tables have it; one of version 4 may stand mapped in that of version 6. */
  private static List<String> written(InetSocketAddress address) {
    byte[] raw = address.getAddress().getAddress();
    String end = words(raw) + String.format(Locale.ROOT, ":%04X", address.getPort());
    byte[] prefix = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -1, -1};
    return raw.length == Integer.BYTES ? List.of(end, words(prefix) + end) : List.of(end);
  }

  /** Words of 32 bits, each as this machine reads it. */
  private static String words(byte[] raw) {
    ByteBuffer bytes = ByteBuffer.wrap(raw).order(ByteOrder.nativeOrder());
    StringBuilder text = new StringBuilder();
    while (bytes.hasRemaining()) {
      text.append(String.format(Locale.ROOT, "%08X", bytes.getInt()));
    }
    return text.toString();
  }
}
