package org.spamwatch.simulator.attack;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.spamwatch.agent.api.CheckAnswer;
import org.spamwatch.agent.http.PeerClientException;
import org.spamwatch.agent.vote.VoteMessage.ReplicateVote;
import org.spamwatch.agent.vote.VoteRequest;
import org.spamwatch.agent.vote.VoteValue;
import org.spamwatch.agent.vote.VoterCertificate;
import org.spamwatch.ata.AddressedMail;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Endpoint;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.Message;
import org.spamwatch.overlay.node.OverlayMessage.Direct;
import org.spamwatch.simulator.outage.RandomText;
import org.spamwatch.simulator.processes.PeerProcess;
import org.spamwatch.simulator.processes.PeerProcesses;
import org.spamwatch.simulator.processes.ProcessException;
import org.spamwatch.simulator.virtual.SimulatedVoter;

/**
 * Somebody sends a peer votes to keep that name ever other addresses as their origin: each would be
 * dialled to be told that the vote is refused. The addresses take connections and say nothing, so
 * that every link holds its place until the handshake's time is over.
 */
final class Dialling implements Attack.Scenario {
  private static final int KEEPS = 4_000;
  private static final int AT_ONCE = 100;
  private static final int MAILS = 20;
  private static final long HOUR_MILLIS = 3_600_000;

  /** What a peer may dial because one sender names addresses, and as many more in each minute. */
  private static final int FEW = 64;

  @Override
  public AttackResult run(AttackSettings settings, Consumer<String> progress)
      throws ProcessException, PeerClientException, InterruptedException {
    SplittableRandom random = new SplittableRandom(settings.seed());
    try (PeerProcesses peers = settings.start(3, progress);
        Bystanders bystanders = new Bystanders()) {
      PeerProcess victim = peers.all().get(0);
      HonestUser user = new HonestUser(victim, random.split());
      HonestUser other = new HonestUser(peers.all().get(1), random.split());
      List<RandomText> marked = new ArrayList<>();
      for (int i = 0; i < MAILS; i++) {
        RandomText text = user.text();
        marked.add(text);
        user.vote(text, VoteValue.SPAM);
      }
      HonestUser unharmed = user.warmedUp(marked.get(0), random);
      long begun = System.nanoTime();
      try (Adversary adversary = Adversary.open(user.realm(), random)) {
        VoteRequest voteRequest = forged(user, adversary, random);
        HonestUser meanwhile = user.another(random.split());
        int sent = 0;
        for (;
            sent < KEEPS || secondsSince(begun) < settings.length().toSeconds();
            sent += AT_ONCE) {
          List<Message> keeps = new ArrayList<>();
          for (int j = sent; j < sent + AT_ONCE; j++) {
            Contact origin = new Contact(Id.random(random), bystanders.endpoint(j));
            ReplicateVote keep =
                new ReplicateVote(j, origin, 1, voteRequest.vote(), voteRequest.vectors());
            keeps.add(new Direct(random.nextLong(), adversary.self(), victim.id(), keep));
          }
          adversary.sendAll(victim.endpoint(), keeps);
          meanwhile.check(marked.get(sent / AT_ONCE % MAILS));
          TimeUnit.MILLISECONDS.sleep(100);
        }
        HonestUser asking = new HonestUser(victim, random.split());
        int complete =
            (int)
                marked.stream()
                    .map(asking::check)
                    .filter(answer -> answer.map(CheckAnswer::complete).orElse(false))
                    .count();
        int found = (int) marked.stream().filter(user::findsSpam).count();
        TimeUnit.SECONDS.sleep(3);
        int dialled = bystanders.dialled();
        String seen =
            ("%d of %d addresses dialled; own user meanwhile: p99 %.0f ms (%.0f before), %d"
                    + " unanswered; then: %d of %d answers complete, p99 %.0f ms; %d of %d found")
                .formatted(
                    dialled,
                    sent,
                    meanwhile.millis(.99),
                    unharmed.millis(.99),
                    meanwhile.unanswered(),
                    complete,
                    MAILS,
                    asking.millis(.99),
                    found,
                    MAILS);
        return new AttackResult(
            adversary.counters().bytesOut(),
            (System.nanoTime() - begun) / 1e9,
            seen,
            dialled <= FEW * (1 + settings.length().toMinutes())
                && complete == MAILS
                && found == MAILS
                && meanwhile.unanswered() + other.unanswered() == 0
                && meanwhile.millis(.99) < Victim.WITHIN_MILLIS);
      }
    } catch (IOException e) {
      throw new ProcessException("the bystanders cannot listen: " + e.getMessage(), e);
    }
  }

  private static double secondsSince(long nanos) {
    return (System.nanoTime() - nanos) / 1e9;
  }

  /** A vote whose certificate is signed, but over something else. */
  private static VoteRequest forged(HonestUser user, Adversary adversary, SplittableRandom random) {
    AddressedMail mail = user.text().address();
    long now = System.currentTimeMillis();
    Id site = adversary.self().id();
    VoteRequest voteRequest =
        new SimulatedVoter(random)
            .voteRequest(user.realm(), site, mail, VoteValue.SPAM, now * 1000);
    VoterCertificate certificate =
        new VoterCertificate(
            now - HOUR_MILLIS, now + HOUR_MILLIS, adversary.signatures().sign(new byte[1]));
    return new VoteRequest(voteRequest.vote().certified(certificate), voteRequest.vectors());
  }

  /** All addresses of loopback at one port; they take connections and say nothing. */
  private static final class Bystanders implements AutoCloseable {
    private final ServerSocket server = new ServerSocket(0, 1_024);
    private final Queue<Socket> connections = new ConcurrentLinkedQueue<>();
    private final AtomicInteger dialled = new AtomicInteger();

    Bystanders() throws IOException {
      Thread accepting = new Thread(this::accept, "bystanders");
      accepting.setDaemon(true);
      accepting.start();
    }

    private void accept() {
      try {
        while (true) {
          connections.add(server.accept());
          dialled.incrementAndGet();
        }
      } catch (IOException closed) {
        return;
      }
    }

    /** One of 65,536 addresses. */
    Endpoint endpoint(int which) {
      String host = "127.77." + (which >> 8 & 255) + "." + (which & 255);
      return new Endpoint(host, server.getLocalPort());
    }

    int dialled() {
      return dialled.get();
    }

    @Override
    public void close() throws IOException {
      server.close();
      for (Socket connection : connections) {
        connection.close();
      }
    }
  }
}
