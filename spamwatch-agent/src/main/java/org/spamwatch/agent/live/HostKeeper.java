package org.spamwatch.agent.live;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.live.LiveNode;
import org.spamwatch.overlay.node.KnownHost;
import org.spamwatch.overlay.node.OverlayNode;

/**
 * Writes down the peers that a running peer knows: soon when others are to be remembered than
 * before, else now and then, and when it ends. It has a thread of its own, for a disk may be slow.
 */
final class HostKeeper implements AutoCloseable {
  private static final Duration LOOK = Duration.ofSeconds(20);
  private static final Duration AT_LATEST = Duration.ofMinutes(10);
  private static final long ANSWER_SECONDS = 2;

  private final LiveNode live;
  private final OverlayNode node;
  private final HostFile file;
  private final DiskThread thread = new DiskThread("host-keeper");
  private List<Contact> written = List.of();
  private long writtenNanos = System.nanoTime();

  private HostKeeper(LiveNode live, OverlayNode node, HostFile file) {
    this.live = live;
    this.node = node;
    this.file = file;
  }

  /** Begins to look after a node's file. */
  static HostKeeper start(LiveNode live, OverlayNode node, HostFile file) {
    HostKeeper keeper = new HostKeeper(live, node, file);
    keeper.thread.every(LOOK, () -> keeper.keep(false));
    return keeper;
  }

  private void keep(boolean atOnce) {
    List<KnownHost> hosts;
    try {
      hosts = live.call(node::knownHosts).get(ANSWER_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return;
    } catch (ExecutionException | TimeoutException e) {
      return; // the node is closed or busy: what was written last stands
    }
    List<Contact> contacts = new ArrayList<>(hosts.stream().map(KnownHost::contact).toList());
    contacts.sort((a, b) -> a.id().compareTo(b.id()));
    boolean late = System.nanoTime() - writtenNanos > AT_LATEST.toNanos();
    // Whoever knows nobody keeps the file: it may be its network that is broken.
    if (!contacts.isEmpty() && (atOnce || late || !contacts.equals(written))) {
      file.write(hosts);
      written = contacts;
      writtenNanos = System.nanoTime();
    }
  }

  /** Writes once more and stops; to be called while the node still runs. */
  @Override
  public void close() {
    thread.close(() -> keep(true), Duration.ofSeconds(2 * ANSWER_SECONDS));
  }
}
