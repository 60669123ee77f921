package org.spamwatch.simulator.attack;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.spamwatch.agent.http.PeerClientException;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Endpoint;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.Message;
import org.spamwatch.overlay.node.OverlayMessage.Join;
import org.spamwatch.overlay.node.OverlayMessage.Leaves;
import org.spamwatch.overlay.node.OverlayMessage.Route;
import org.spamwatch.overlay.node.OverlayMessage.RowRequest;
import org.spamwatch.simulator.processes.PeerProcess;
import org.spamwatch.simulator.processes.PeerProcesses;
import org.spamwatch.simulator.processes.ProcessException;

/**
 * What a ring is kept up by is answered with lists of nodes. Somebody joins in the name of another
 * node, and asks for rows and leaves over a link on which he claims another's endpoint; what comes
 * there is counted.
 */
final class MaintenanceReflection implements Attack.Scenario {
  private static final int PEERS = 12;
  private static final int ROUNDS = 60;
  private static final double MOST = 2;
  private static final Endpoint NOBODY = new Endpoint("127.0.0.4", 1);

  @Override
  public AttackResult run(AttackSettings settings, Consumer<String> progress)
      throws ProcessException, PeerClientException, InterruptedException {
    SplittableRandom random = new SplittableRandom(settings.seed());
    try (PeerProcesses peers = settings.start(PEERS, progress)) {
      PeerProcess victim = peers.all().get(0);
      Id realm = new HonestUser(victim, random.split()).realm();
      long begun = System.nanoTime();
      try (Adversary named = Adversary.openAt("127.0.0.3", realm, random);
          Adversary joining = Adversary.open(realm, random);
          Adversary claiming = Adversary.claiming(named.self().endpoint(), realm, random)) {
        for (int i = 0; i < ROUNDS; i++) {
          joining.sendAll(victim.endpoint(), List.of(join(joining.self(), named.self(), random)));
          claiming.sendAll(victim.endpoint(), requests(claiming.self()));
          TimeUnit.MILLISECONDS.sleep(50);
        }
        TimeUnit.SECONDS.sleep(5);
        long spent = joining.counters().bytesOut() + claiming.counters().bytesOut();
        long reflected = named.counters().bytesIn();
        double factor = (double) reflected / spent;
        String seen =
            "who asked nothing got %,d bytes in %d frames, factor %.1f"
                .formatted(reflected, named.counters().messagesIn(), factor);
        return new AttackResult(spent, (System.nanoTime() - begun) / 1e9, seen, factor <= MOST);
      }
    }
  }

  private static Message join(Contact self, Contact named, SplittableRandom random) {
    return new Route(
        random.nextLong(),
        self,
        random.nextLong(),
        named,
        named.id(),
        1,
        31,
        new Join(named, List.of()));
  }

  private static List<Message> requests(Contact claimed) {
    List<Message> requests = new ArrayList<>();
    requests.add(new RowRequest(claimed, 0, 0));
    requests.add(new Leaves(claimed, List.of(new Contact(claimed.id(), NOBODY)), true));
    return requests;
  }
}
