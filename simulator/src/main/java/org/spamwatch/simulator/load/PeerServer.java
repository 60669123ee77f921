package org.spamwatch.simulator.load;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.spamwatch.overlay.Endpoint;
import org.spamwatch.simulator.processes.PeerProcess;
import org.spamwatch.simulator.processes.PeerProcesses;
import org.spamwatch.simulator.processes.ProcessException;

/** A peer, alone in its realm or with others that are asked nothing. */
final class PeerServer implements CheckedServer {
  private static final long AT_HOME_NANOS = TimeUnit.MINUTES.toNanos(3);
  private static final long KNOWN_NANOS = TimeUnit.SECONDS.toNanos(20);

  private final PeerProcesses processes;
  private final PeerProcess peer;
  private final Optional<InetSocketAddress> spamd;

  /** What an answer has in it that no other peer was asked for. */
  private static final String AT_HOME = "\"source\":\"summary\"";

  private static final String CHECK = "/v1/check";
  private static final String SPAM = "\"verdict\":\"spam\"";

  private PeerServer(PeerProcesses processes, Optional<InetSocketAddress> spamd) {
    this.processes = processes;
    this.spamd = spamd;
    this.peer = processes.all().get(0);
  }

  /**
   * Starts it.
   *
   * @param peers in its realm, with itself
   * @param flags for its Java
   * @param settings of the form KEY=VALUE
   */
  static PeerServer start(
      int peers, List<String> flags, List<String> settings, Consumer<String> progress)
      throws ProcessException {
    return new PeerServer(PeerProcesses.start(peers, flags, settings, progress), Optional.empty());
  }

  /** Starts one that is alone in its realm and asked as spamd is. */
  static PeerServer startSpamd(List<String> flags, List<String> settings, Consumer<String> progress)
      throws ProcessException {
    InetSocketAddress free;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      free = (InetSocketAddress) socket.getLocalSocketAddress();
    } catch (IOException e) {
      throw new ProcessException("no port is free for spamd's protocol", e);
    }
    List<String> all = new ArrayList<>(settings);
    all.add("spamd.listen=127.0.0.1:" + free.getPort());
    return new PeerServer(PeerProcesses.start(1, flags, all, progress), Optional.of(free));
  }

  @Override
  public String name() {
    return processes.all().size() == 1 ? "spamwatch" : "realm";
  }

  @Override
  public Client client() {
    return spamd.<Client>map(SpamdClient::new).orElseGet(() -> http(CHECK));
  }

  private HttpClient http(String path) {
    Endpoint http = peer.http();
    return new HttpClient(new InetSocketAddress(http.host(), http.port()), path, true);
  }

  @Override
  public String sign() {
    return spamd.isPresent() ? "Spam: True" : SPAM;
  }

  @Override
  public void mark(List<byte[]> mails) throws ProcessException {
    for (byte[] mail : mails) {
      post("/v1/votes?verdict=spam&user=load", mail);
    }
    long limit = System.nanoTime() + KNOWN_NANOS;
    for (byte[] mail : mails) {
      while (!post(CHECK, mail).contains(SPAM)) {
        if (System.nanoTime() > limit) {
          throw new ProcessException("the peer does not find what was marked 20 s ago");
        }
      }
    }
  }

  @Override
  public void awaitAtHome(byte[] ordinary) throws ProcessException {
    long limit = System.nanoTime() + AT_HOME_NANOS;
    while (!post(CHECK, ordinary).contains(AT_HOME)) {
      if (System.nanoTime() > limit) {
        throw new ProcessException("the peer still asks others after three minutes");
      }
    }
  }

  private String post(String path, byte[] mail) throws ProcessException {
    try (Client client = http(path)) {
      Client.Answer answer = client.ask(mail);
      if (answer.status() != 200) {
        throw new ProcessException("the peer answers " + answer.status() + ": " + answer.body());
      }
      return answer.body();
    }
  }

  @Override
  public Duration cpu() throws ProcessException {
    Optional<Duration> used = peer.cpu();
    return used.orElseThrow(() -> new ProcessException("the peer has ended, or there is no /proc"));
  }

  @Override
  public void close() {
    processes.close();
  }
}
