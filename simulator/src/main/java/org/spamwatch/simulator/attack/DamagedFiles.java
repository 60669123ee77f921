package org.spamwatch.simulator.attack;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.spamwatch.agent.config.ListenAddress;
import org.spamwatch.agent.config.PortSetting;
import org.spamwatch.agent.config.Setting;
import org.spamwatch.agent.config.Settings;
import org.spamwatch.agent.http.PeerClient;
import org.spamwatch.agent.http.PeerClientException;
import org.spamwatch.agent.live.LivePeer;
import org.spamwatch.agent.live.StartException;
import org.spamwatch.agent.vote.VoteValue;
import org.spamwatch.ata.AddressedMail;
import org.spamwatch.overlay.Endpoint;
import org.spamwatch.simulator.outage.RandomText;
import org.spamwatch.simulator.processes.ProcessException;
import org.spamwatch.simulator.processes.Scratch;
import org.spamwatch.simulator.virtual.SimulatedVoter;

/**
 * A disk: files in a peer's data directory are cut off, emptied, overwritten, or of a newer
 * version, one at a time; then the peer is started, if it will start, and stopped.
 */
final class DamagedFiles implements Attack.Scenario {
  private static final ListenAddress ANY = new ListenAddress("127.0.0.1", 0);
  private static final Settings SETTINGS =
      Settings.DEFAULTS
          .with(Setting.OVERLAY_LISTEN, ANY)
          .with(PortSetting.HTTP_LISTEN, ANY)
          .with(Setting.OVERLAY_JOIN_WAIT, Duration.ofSeconds(2));

  @Override
  public AttackResult run(AttackSettings settings, Consumer<String> progress)
      throws ProcessException, PeerClientException, InterruptedException {
    try (Scratch scratch = Scratch.open("spamwatch-damaged");
        LivePeer other = LivePeer.start(SETTINGS, scratch.path().resolve("other"), line -> {})) {
      Path whole = scratch.path().resolve("whole");
      prepare(whole, other, new SplittableRandom(settings.seed()));
      int tried = 0;
      List<String> lost = new ArrayList<>();
      for (String file : files(whole)) {
        for (Map.Entry<String, byte[]> damage : damages(whole.resolve(file)).entrySet()) {
          Path victim = scratch.path().resolve("victim" + tried++);
          copy(whole, victim);
          Files.write(victim.resolve(file), damage.getValue());
          startAndStop(victim, other);
          if (!isStillThere(victim.resolve(file), damage.getValue())) {
            lost.add(file + " " + damage.getKey());
            progress.accept(file + ", " + damage.getKey() + ": lost");
          }
        }
      }
      return new AttackResult(
          0,
          0,
          tried - lost.size() + " of " + tried + " damaged files outlast a start" + named(lost),
          lost.isEmpty());
    } catch (IOException | StartException e) {
      throw new ProcessException("damaged-files: " + e.getMessage(), e);
    }
  }

  private static String named(List<String> lost) {
    return lost.isEmpty() ? "" : "; lost: " + String.join(", ", lost);
  }

  private static Settings joining(LivePeer other) {
    Endpoint seed = other.self().endpoint();
    return SETTINGS.with(Setting.OVERLAY_BOOTSTRAP, List.of(seed));
  }

  /** A peer that knows another, holds a vote, signs for a user and has a rule on a campaign. */
  private static void prepare(Path directory, LivePeer other, SplittableRandom random)
      throws StartException, PeerClientException, InterruptedException, IOException {
    try (LivePeer peer = LivePeer.start(joining(other), directory, line -> {})) {
      PeerClient client =
          new PeerClient(URI.create("http://127.0.0.1:" + peer.http().getPort()), Optional.empty());
      AddressedMail mail = RandomText.draw(random).address();
      long nowMicros = System.currentTimeMillis() * 1000;
      var voteRequest =
          new SimulatedVoter(random)
              .voteRequest(peer.realm(), peer.self().id(), mail, VoteValue.SPAM, nowMicros);
      client.vote(voteRequest.vote(), voteRequest.vectors());
      peer.awaitLeaves(1, Duration.ofSeconds(10));
    }
    String guid = "11".repeat(20);
    Files.writeString(
        directory.resolve("campaigns"),
        "spamwatch-campaigns 1\nblock " + guid + " 1700000000000 note\n");
  }

  private static List<String> files(Path directory) throws IOException {
    try (Stream<Path> all = Files.walk(directory)) {
      return all.filter(Files::isRegularFile)
          .map(file -> directory.relativize(file).toString())
          .filter(
              name ->
                  (name.equals("clock") || !name.endsWith("lock")) && !name.equals("votes.commit"))
          .sorted()
          .toList();
    }
  }

  private static Map<String, byte[]> damages(Path file) throws IOException {
    byte[] whole = Files.readAllBytes(file);
    Map<String, byte[]> damages = new LinkedHashMap<>();
    damages.put("cut off", Arrays.copyOf(whole, whole.length * 2 / 3));
    byte[] overwritten = whole.clone();
    Arrays.fill(overwritten, whole.length / 2, whole.length, (byte) 0xA5);
    damages.put("overwritten", overwritten);
    damages.put("emptied", new byte[0]);
    String text = new String(whole, StandardCharsets.ISO_8859_1);
    if (text.startsWith("spamwatch-") && text.contains(" 1")) {
      damages.put("newer", text.replaceFirst(" 1", " 9").getBytes(StandardCharsets.ISO_8859_1));
    }
    return damages;
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> all = Files.walk(from)) {
      for (Path file : all.toList()) {
        Files.copy(file, to.resolve(from.relativize(file)), StandardCopyOption.COPY_ATTRIBUTES);
      }
    }
  }

  private static void startAndStop(Path directory, LivePeer other) throws InterruptedException {
    try (LivePeer peer = LivePeer.start(joining(other), directory, line -> {})) {
      peer.awaitLeaves(1, Duration.ofSeconds(2));
    } catch (StartException e) {
      return; // that it does not start is no loss
    }
  }

  /** Whether the file, or one beside it that was named after it, has these bytes. */
  private static boolean isStillThere(Path damaged, byte[] bytes) throws IOException {
    String name = damaged.getFileName().toString();
    try (Stream<Path> beside = Files.list(damaged.toAbsolutePath().getParent())) {
      for (Path file : beside.filter(Files::isRegularFile).toList()) {
        if (file.getFileName().toString().startsWith(name)
            && Arrays.equals(Files.readAllBytes(file), bytes)) {
          return true;
        }
      }
    }
    return false;
  }
}
