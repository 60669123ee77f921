package org.spamwatch.clients;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.spamwatch.agent.api.ApiJson;
import org.spamwatch.agent.api.BadJsonException;
import org.spamwatch.agent.api.Started;
import org.spamwatch.agent.api.Votes;
import org.spamwatch.agent.cli.SpamWatch;
import org.spamwatch.agent.ham.MailFeatures;
import org.spamwatch.agent.http.PeerClient;
import org.spamwatch.agent.http.PeerClient.CheckOptions;
import org.spamwatch.ata.AddressedMail;
import org.spamwatch.ata.ApproximateText;

/**
 * A peer in a process of its own, alone in its realm, in which one vote of an own user makes a mail
 * spam. It keeps its data and its HTTP port when it is stopped and started again.
 */
final class RunningPeer {
  private static final Duration READY = Duration.ofMinutes(2);

  private final Scratch scratch;
  private final List<String> settings;
  private final int http;
  private Daemon daemon;

  private RunningPeer(Scratch scratch, List<String> settings) throws Exception {
    this.scratch = scratch;
    this.settings = settings;
    this.http = scratch.freePort();
    this.daemon = startDaemon();
  }

  /**
   * Starts one, which the scratch directory owns, and waits until it serves.
   *
   * @param settings each {@code key=value}, as for {@code --set}
   */
  static RunningPeer start(Scratch scratch, String... settings) throws Exception {
    return new RunningPeer(scratch, List.of(settings));
  }

  /** Starts it again after {@link #stop}. */
  void start() throws Exception {
    daemon = startDaemon();
  }

  private Daemon startDaemon() throws Exception {
    Path ready = scratch.path("peer.ready");
    Files.deleteIfExists(ready);
    List<String> command = new ArrayList<>(java("-Xmx256m"));
    command.addAll(List.of("peer", "start", "--ready-file", ready.toString()));
    command.addAll(List.of("--data", scratch.path("peer").toString()));
    command.addAll(List.of("--listen", "127.0.0.1:0", "--http", "127.0.0.1:" + http));
    command.addAll(List.of("--set", "votes.daily-quota=0"));
    settings.forEach(setting -> command.addAll(List.of("--set", setting)));
    Daemon started = Daemon.start(scratch, "peer", command, environment("peer"));
    Awaiting.until(
        "the peer is ready: " + scratch.path("peer.log"),
        READY,
        () -> {
          if (!started.isAlive()) {
            throw new AssertionError(started.log());
          }
          return Files.exists(ready);
        });
    return started;
  }

  private static List<String> java(String memory) {
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        memory,
        "-XX:+UseSerialGC",
        "-XX:TieredStopAtLevel=1",
        "-Dlogback.configurationFile=logback.xml", // not that of tests
        "-cp",
        System.getProperty("java.class.path"),
        SpamWatch.class.getName());
  }

  /** Nothing of the account that runs the tests is read or written. */
  private Map<String, String> environment(String person) {
    return Map.of(
        "HOME", home(person).toString(),
        "XDG_CONFIG_HOME", home(person).toString(),
        "STATE_DIRECTORY", scratch.path("peer").toString(),
        "SPAMWATCH_PEER", url().toString());
  }

  /** Where a person's own key and configuration are, in the folder {@code spamwatch}. */
  Path home(String person) {
    return scratch.path("home/" + person);
  }

  /** Where it speaks HTTP. */
  URI url() {
    return URI.create("http://127.0.0.1:" + http);
  }

  /** Asks it. */
  PeerClient client() {
    return new PeerClient(url(), Optional.empty());
  }

  /** What it said when it was ready last. */
  Started started() throws IOException, BadJsonException {
    return ApiJson.readAnswer(Files.readAllBytes(scratch.path("peer.ready")), Started.class);
  }

  /** Has a person run {@code spamwatch} with this peer as the one that is asked. */
  Programs.Ended spamwatch(String person, byte[] input, String... arguments) throws IOException {
    List<String> command = new ArrayList<>(java("-Xmx128m"));
    command.addAll(List.of(arguments));
    return Programs.run(command, input, environment(person));
  }

  /** Starts a person's {@code spamwatch} that does not end by itself; the scratch owns it. */
  Daemon spamwatchDaemon(String person, String... arguments) throws IOException {
    List<String> command = new ArrayList<>(java("-Xmx128m"));
    command.addAll(List.of(arguments));
    return Daemon.start(scratch, person, command, environment(person));
  }

  /** Somebody else calls a mail spam, so that a check says so too. */
  void callsSpam(Mail mail) throws IOException {
    spamwatch("somebody", mail.bytes(), "mark", "spam", "-").well();
  }

  /** What it says of a mail: spam, ham, unsure or unknown, and the votes. */
  String check(Mail mail) throws IOException {
    return spamwatch("somebody", mail.bytes(), "check", "-").out();
  }

  /** All votes on a mail, for spam and for ham. */
  int votes(Mail mail) throws Exception {
    AddressedMail addressed = ApproximateText.standard().address(mail.bytes());
    Votes votes = client().check(MailFeatures.of(addressed), CheckOptions.USUAL).votes();
    return votes.spam() + votes.ham();
  }

  /** Its log. */
  String log() throws IOException {
    return daemon.log();
  }

  /** Ends it; its data and its port stay for {@link #start()}. */
  void stop() {
    daemon.close();
  }
}
