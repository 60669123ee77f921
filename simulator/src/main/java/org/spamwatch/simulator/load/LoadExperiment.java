package org.spamwatch.simulator.load;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.spamwatch.simulator.processes.ProcessException;

/**
 * A live peer that is alone in its realm, perhaps one in a realm of several, and perhaps rspamd,
 * each asked about ordinary mails and about mails that it was told are spam, by the same clients
 * and in turn.
 */
public final class LoadExperiment implements AutoCloseable {
  private final List<CheckedServer> servers = new ArrayList<>();
  private final List<byte[]> ordinary;
  private final List<byte[]> known;

  /**
   * What is run.
   *
   * @param protocol in which the peer is asked
   * @param flags for the peer's Java
   * @param peer settings of the peer, of the form KEY=VALUE
   * @param rspamd whether it is run beside the peer
   * @param realm how many peers the realm of a further one has, with itself; 1 for no such peer
   * @param mails of each kind
   * @param bytes of a mail
   */
  public record Setup(
      Protocol protocol,
      List<String> flags,
      List<String> peer,
      boolean rspamd,
      int realm,
      int mails,
      int bytes,
      long seed) {
    /** Copies the lists. */
    public Setup {
      flags = List.copyOf(flags);
      peer = List.copyOf(peer);
    }
  }

  /**
   * In which the peer is asked; rspamd always in its own, over connections that are kept or not.
   */
  public enum Protocol {
    /** The peer's HTTP, over kept connections on both sides. */
    HTTP,
    /** spamd's, with a connection a mail on both sides. */
    SPAMD,
    /** That of milters, over kept connections on both sides. */
    MILTER
  }

  /** Which mails a server is asked about. */
  public enum Mails {
    /** Those that nobody has marked. */
    ORDINARY,
    /** Those that were marked at the server that is asked. */
    KNOWN
  }

  /**
   * What clients saw of one server.
   *
   * @param clients at once, each with a connection of its own
   */
  public record Seen(String server, Mails mails, int clients, Sample sample) {}

  private LoadExperiment(Setup setup) {
    LoadMails made = new LoadMails(setup.seed());
    ordinary = made.next(setup.mails(), setup.bytes());
    known = made.next(setup.mails(), setup.bytes());
  }

  /** Starts the servers and marks the known mails. */
  public static LoadExperiment open(Setup setup, Consumer<String> progress)
      throws ProcessException {
    LoadExperiment experiment = new LoadExperiment(setup);
    try {
      experiment.servers.add(
          switch (setup.protocol()) {
            case HTTP -> PeerServer.start(1, setup.flags(), setup.peer(), progress);
            case SPAMD -> PeerServer.startSpamd(setup.flags(), setup.peer(), progress);
            case MILTER -> PeerServer.startMilter(setup.flags(), setup.peer(), progress);
          });
      if (setup.realm() > 1) {
        experiment.servers.add(
            PeerServer.start(setup.realm(), setup.flags(), setup.peer(), progress));
      }
      if (setup.rspamd()) {
        experiment.servers.add(RspamdServer.start(setup.protocol() != Protocol.SPAMD));
      }
      for (CheckedServer server : experiment.servers) {
        progress.accept(server.name() + " is told of " + setup.mails() + " spams");
        server.mark(experiment.known);
        server.awaitAtHome(experiment.ordinary.get(0));
      }
      return experiment;
    } catch (ProcessException | RuntimeException e) {
      experiment.close();
      throw e;
    }
  }

  private List<byte[]> of(Mails mails) {
    return mails == Mails.KNOWN ? known : ordinary;
  }

  /** Asks every server about each kind of mail, one after the other, as fast as it answers. */
  public List<Seen> round(List<Mails> kinds, int clients, Duration length)
      throws ProcessException, InterruptedException {
    List<Seen> round = new ArrayList<>();
    for (Mails mails : kinds) {
      for (CheckedServer server : servers) {
        Drive drive = new Drive(server, of(mails), mails == Mails.KNOWN, clients, length);
        round.add(new Seen(server.name(), mails, clients, drive.asFastAsAnswered()));
      }
    }
    return round;
  }

  /** Asks the peer about so many ordinary mails a second in all. */
  public Sample paced(int clients, Duration length, double perSecond)
      throws ProcessException, InterruptedException {
    return new Drive(servers.get(0), ordinary, false, clients, length).paced(perSecond);
  }

  @Override
  public void close() {
    servers.forEach(CheckedServer::close);
  }
}
