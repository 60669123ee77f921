package org.spamwatch.simulator.attack;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.spamwatch.agent.bulk.BulkConfig;
import org.spamwatch.agent.bulk.BulkCount;
import org.spamwatch.agent.bulk.BulkCounts;
import org.spamwatch.agent.bulk.BulkMessage;
import org.spamwatch.agent.bulk.BulkMessage.CountsKnown;
import org.spamwatch.agent.bulk.BulkMessage.CountsTold;
import org.spamwatch.agent.bulk.BulkMessage.CountsWanted;
import org.spamwatch.agent.contribution.Contribution;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Endpoint;
import org.spamwatch.overlay.Message;
import org.spamwatch.overlay.node.OverlayMessage.Direct;
import org.spamwatch.overlay.node.OverlayMessage.HopAck;
import org.spamwatch.simulator.outage.RandomText;
import org.spamwatch.simulator.virtual.PeerNetwork.Peer;
import org.spamwatch.sketch.HashFunctions;
import org.spamwatch.sketch.counting.CountingFilter;

/**
 * Members that lie about how many people got what, three of ten: they tell filters of ones, such as
 * are as full as a filter may be, of other sizes and hash functions, cut off, overflowing, and
 * others' own; or a flood of versions and of pieces that nobody asked for.
 */
final class BulkLiars implements Attack.Scenario {
  private static final int PEERS = 10;
  private static final int LIARS = 3;
  private static final int MAILS = 2_000;
  private static final int MINUTES = 130;

  /** From when on they tell what nobody refuses: who was refused is asked again by then. */
  private static final int SOBER = 65;

  private static final BulkConfig CONFIG = new BulkConfig(true, 400_000, 5, Duration.ofDays(1), 20);

  private final boolean floods;

  /**
   * Liars.
   *
   * @param floods whether they tell more than anybody asks for, or what cannot be
   */
  BulkLiars(boolean floods) {
    this.floods = floods;
  }

  @Override
  public AttackResult run(AttackSettings settings, Consumer<String> progress) {
    VirtualRealm realm = VirtualRealm.counting(settings.seed(), PEERS, CONFIG);
    SplittableRandom random = new SplittableRandom(settings.seed());
    List<Peer> honest = realm.peers().subList(0, PEERS - LIARS);
    List<Liar> liars =
        realm.peers().subList(PEERS - LIARS, PEERS).stream()
            .map(peer -> new Liar(realm, peer, random.split()))
            .toList();
    honest.forEach(peer -> count(realm, peer, realm.text(), 6));
    RandomText wanted = realm.text();
    honest.forEach(peer -> count(realm, peer, wanted, 6));
    for (int minute = 0; minute < MINUTES; minute++) {
      if (minute == SOBER) {
        liars.forEach(Liar::tellTheMost);
      }
      liars.forEach(liar -> liar.tell(honest));
      realm.pass(60);
    }
    int bulk = 0;
    int counted = 0;
    for (int i = 0; i < MAILS; i++) {
      Peer peer = honest.get(i % honest.size());
      int total = count(realm, peer, realm.text(), 1).total();
      bulk += total >= CONFIG.threshold() ? 1 : 0;
      counted += total > 1 ? 1 : 0;
    }
    int right = 0;
    Map<String, Long> refused = new LinkedHashMap<>();
    for (Peer peer : honest) {
      // Their own six, and five of each of the other honest sites.
      right += count(realm, peer, wanted, 0).total() == 6 + 5 * (honest.size() - 1) ? 1 : 0;
      counts(peer).status().refused().forEach((why, times) -> refused.merge(why, times, Long::sum));
    }
    String seen =
        "%d of %d ordinary mails bulk, %d counted for more than one; %d of %d honest sites count"
                .formatted(bulk, MAILS, counted, right, honest.size())
            + " each other as before; asked for %d KB; refused %s"
                .formatted(liars.stream().mapToLong(liar -> liar.handedOver).sum() >> 10, refused);
    boolean isNamed = floods ? refused.containsKey("not asked for") : refused.size() >= 5;
    return new AttackResult(
        realm.bytes(),
        0,
        seen,
        bulk == 0 && counted <= MAILS / 100 && right == honest.size() && isNamed);
  }

  private static BulkCounts counts(Peer peer) {
    return peer.core().bulk().orElseThrow();
  }

  private static BulkCount count(VirtualRealm realm, Peer peer, RandomText text, int people) {
    List<String> names = IntStream.range(0, people).mapToObj(i -> "user" + i).toList();
    List<BulkCount> answer = new ArrayList<>();
    realm
        .network()
        .call(peer, () -> answer.add(counts(peer).seen(text.address().vectors(), names)));
    return answer.get(0);
  }

  /** One of them: what it says, in the place of its own logic. */
  private final class Liar {
    private final VirtualRealm realm;
    private final Peer peer;
    private final SplittableRandom random;
    private long version = 1;
    private boolean isSober;
    private long handedOver;

    Liar(VirtualRealm realm, Peer peer, SplittableRandom random) {
      this.realm = realm;
      this.peer = peer;
      this.random = random;
      peer.bribe(this::lets);
    }

    void tellTheMost() {
      isSober = true;
    }

    void tell(List<Peer> honest) {
      for (Peer to : honest) {
        for (int times = floods ? 20 : 1; times > 0; times--) {
          say(to.contact(), new CountsKnown(++version << 1));
          if (floods && !isSober) {
            byte[] piece = new byte[64];
            random.nextBytes(piece);
            say(to.contact(), new CountsTold(version, 0, Integer.MAX_VALUE, 0, piece));
          }
        }
      }
    }

    private void say(Contact to, Message message) {
      realm.told(peer.contact(), to.id(), message); // counts its bytes
      realm.network().call(peer, () -> peer.node().send(to, message));
    }

    private boolean lets(Contact from, Message message, BiConsumer<Endpoint, Message> wire) {
      if (!(message instanceof Direct direct)
          || !(direct.payload() instanceof CountsWanted wanted)) {
        return true;
      }
      wire.accept(from.endpoint(), new HopAck(direct.hopId()));
      byte[] bytes = contribution(wanted.base());
      for (int at = 0; at < bytes.length; at += BulkMessage.MAX_PIECE) {
        byte[] piece =
            Arrays.copyOfRange(bytes, at, Math.min(bytes.length, at + BulkMessage.MAX_PIECE));
        CountsTold told = new CountsTold(version, 0, bytes.length, at, piece);
        handedOver += piece.length;
        wire.accept(from.endpoint(), realm.told(peer.contact(), from.id(), told));
      }
      return false;
    }

    /** The kinds in turn; all of them say that they are of a later version. */
    private byte[] contribution(long base) {
      HashFunctions own = CONFIG.publishedFunctions(realm.network().realm());
      long origin = peer.contact().id().high();
      long now = ++version;
      if (isSober) {
        return new Contribution(origin, now, 0, filled(own, 5, (int) (.24 * own.size() / 4)))
            .serial();
      }
      int kind = random.nextInt(6);
      return switch (kind) {
        case 0 -> new Contribution(origin, now, 0, filled(own, 5, (int) own.size())).serial();
        case 1 -> {
          HashFunctions other = HashFunctions.doubleHashing(own.size(), 4, now);
          yield new Contribution(origin, now, 0, filled(other, 5, 100)).serial();
        }
        case 2 -> new Contribution(origin, now, 0, filled(own, 7, 100)).serial();
        case 3 -> {
          byte[] whole = new Contribution(origin, now, 0, filled(own, 5, 100)).serial();
          yield Arrays.copyOf(whole, whole.length - 3);
        }
        case 4 -> new Contribution(origin, now, Math.max(1, base), filled(own, 5, 100)).serial();
        default -> new Contribution(~origin, now, 0, filled(own, 5, 100)).serial();
      };
    }

    private CountingFilter filled(HashFunctions functions, int bits, int elements) {
      CountingFilter filter = CountingFilter.refined(functions, bits);
      for (int i = 0; i < elements; i++) {
        filter.insert(random.nextLong(), (1 << bits) - 1);
      }
      return filter;
    }
  }
}
