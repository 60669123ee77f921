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
import java.util.function.Supplier;
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
  private final Supplier<Client> clients;
  private final String sign;

  /** What an answer has in it that no other peer was asked for. */
  private static final String AT_HOME = "\"source\":\"summary\"";

  private static final String CHECK = "/v1/check";
  private static final String SPAM = "\"verdict\":\"spam\"";

  private PeerServer(PeerProcesses processes, Supplier<Client> clients, String sign) {
    this.processes = processes;
    this.clients = clients;
    this.sign = sign;
    this.peer = processes.all().get(0);
  }

  /**
   * Starts it; it is asked over HTTP.
   *
   * @param peers in its realm, with itself
   * @param flags for its Java
   * @param settings of the form KEY=VALUE
   */
  static PeerServer start(
      int peers, List<String> flags, List<String> settings, Consumer<String> progress)
      throws ProcessException {
    PeerProcesses started = PeerProcesses.start(peers, flags, settings, progress);
    return new PeerServer(started, () -> http(started.all().get(0), CHECK), SPAM);
  }

  /** Starts one that is alone in its realm and asked as spamd is. */
  static PeerServer startSpamd(List<String> flags, List<String> settings, Consumer<String> progress)
      throws ProcessException {
    InetSocketAddress free = freePort();
    List<String> all = with(settings, "spamd.listen", free);
    return new PeerServer(
        PeerProcesses.start(1, flags, all, progress), () -> new SpamdClient(free), "Spam: True");
  }

  /** Starts one that is alone in its realm and shown mails as a milter is. */
  static PeerServer startMilter(
      List<String> flags, List<String> settings, Consumer<String> progress)
      throws ProcessException {
    InetSocketAddress free = freePort();
    List<String> all = with(settings, "milter.listen", free);
    return new PeerServer(
        PeerProcesses.start(1, flags, all, progress), () -> new MilterClient(free), "X-Spam-Flag");
  }

  private static InetSocketAddress freePort() throws ProcessException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return (InetSocketAddress) socket.getLocalSocketAddress();
    } catch (IOException e) {
      throw new ProcessException("no port is free for the peer", e);
    }
  }

  private static List<String> with(List<String> settings, String key, InetSocketAddress address) {
    List<String> all = new ArrayList<>(settings);
    all.add(key + "=127.0.0.1:" + address.getPort());
    return all;
  }

  @Override
  public String name() {
    return processes.all().size() == 1 ? "spamwatch" : "realm";
  }

  @Override
  public Client client() {
    return clients.get();
  }

  private static HttpClient http(PeerProcess peer, String path) {
    Endpoint http = peer.http();
    return new HttpClient(new InetSocketAddress(http.host(), http.port()), path, true);
  }

  @Override
  public String sign() {
    return sign;
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
    try (Client client = http(peer, path)) {
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
