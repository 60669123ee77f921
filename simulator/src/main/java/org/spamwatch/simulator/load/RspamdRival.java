package org.spamwatch.simulator.load;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.spamwatch.simulator.processes.ProcessException;
import org.spamwatch.simulator.processes.Programs;
import org.spamwatch.simulator.processes.RspamdProcess;
import org.spamwatch.simulator.processes.Scratch;

/**
 * rspamd's fuzzy storage and nothing else of rspamd, on redis or on sqlite, over its protocol of
 * datagrams, not encrypted: a command of version 4 with 32 shingles, or with the digest alone.
 */
final class RspamdRival implements DigestRival {
  private static final byte VERSION = 4;
  private static final byte CHECK = 0;
  private static final byte WRITE = 1;
  private static final byte FLAG = 1;
  private static final int WEIGHT = 10;
  private static final int HEAD = 1 + 1 + 1 + 1 + 4 + 4;
  private static final int DIGEST = 64;
  private static final int LEAST_ANSWER = 16;

  private final Scratch scratch;
  private final String backend;
  private final int port;
  private Optional<Process> redis = Optional.empty();
  private Optional<RspamdProcess> storage = Optional.empty();

  private RspamdRival(Scratch scratch, String backend, int port) {
    this.scratch = scratch;
    this.backend = backend;
    this.port = port;
  }

  /** Starts it on a backend, {@code redis} or {@code sqlite}; redis is a process of its own. */
  static RspamdRival start(String backend) throws ProcessException {
    boolean onRedis = backend.equals("redis");
    Scratch scratch = Scratch.open("spamwatch-fuzzy-");
    RspamdRival rival = new RspamdRival(scratch, backend, Programs.freePort());
    try {
      int redisPort = Programs.freePort();
      if (onRedis) {
        rival.startRedis(redisPort);
      }
      String settings =
          onRedis
              ? "backend = \"redis\"; servers = \"127.0.0.1:" + redisPort + "\";"
              : "backend = \"sqlite\"; hash_file = \"" + scratch.path() + "/fuzzy.db\";";
      rival.storage = Optional.of(RspamdProcess.start(scratch, rival.port, settings, "", ""));
      return rival;
    } catch (ProcessException e) {
      rival.close();
      throw e;
    }
  }

  private void startRedis(int at) throws ProcessException {
    String program = Programs.installed("redis-server", "redis-server").toString();
    List<String> command =
        List.of(
            program,
            "--port",
            Integer.toString(at),
            "--bind",
            "127.0.0.1",
            "--save",
            "",
            "--dir",
            scratch.path().toString());
    Process started = Programs.start(scratch, "redis.out", command);
    redis = Optional.of(started);
    Programs.awaitPort(started, at, "redis");
  }

  @Override
  public List<Way> ways() {
    return List.of(
        new Way("rspamd, " + backend + ", 32 shingles", 1, () -> open(CHECK, true)),
        new Way("rspamd, " + backend + ", digest alone", 1, () -> open(CHECK, false)));
  }

  private DatagramAsking open(byte command, boolean withShingles) throws ProcessException {
    return new DatagramAsking(
        port,
        new DatagramAsking.Protocol() {
          @Override
          public byte[] question(MailDigests mail, int number) {
            int length = HEAD + DIGEST + (withShingles ? mail.shingles().length : 0);
            ByteBuffer out = ByteBuffer.allocate(length).order(ByteOrder.nativeOrder());
            out.put(VERSION).put(command);
            out.put((byte) (withShingles ? MailDigests.SHINGLES : 0)).put(FLAG);
            out.putInt(WEIGHT).putInt(number).put(mail.wide());
            return (withShingles ? out.put(mail.shingles()) : out).array();
          }

          @Override
          public boolean isAnswer(byte[] bytes, int length, int number) {
            return length >= LEAST_ANSWER && answer(bytes).getInt(8) == number;
          }

          @Override
          public boolean isKnown(byte[] bytes, int length) {
            return answer(bytes).getFloat(12) > .5f;
          }

          /** Value, flag, tag and probability, of four bytes each. */
          private ByteBuffer answer(byte[] bytes) {
            return ByteBuffer.wrap(bytes).order(ByteOrder.nativeOrder());
          }
        });
  }

  @Override
  public void report(List<MailDigests> mails) throws ProcessException {
    await(mails.subList(0, 1), 0);
    try (DatagramAsking reporting = open(WRITE, true)) {
      reporting.tell(mails);
    }
    await(mails.subList(mails.size() - 1, mails.size()), 1);
  }

  /** Reports are stored within some seconds. */
  private void await(List<MailDigests> mail, int known) throws ProcessException {
    long limit = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
    while (System.nanoTime() < limit) {
      try (DigestAsking asking = open(CHECK, true)) {
        if (asking.known(mail) == known) {
          return;
        }
      } catch (IOException e) {
        // It may be starting.
      }
      Programs.pause();
    }
    throw new ProcessException("rspamd's storage does not answer; see " + scratch.path());
  }

  @Override
  public Duration cpu() {
    return storage
        .map(RspamdProcess::cpu)
        .orElse(Duration.ZERO)
        .plus(redis.map(Programs::cpu).orElse(Duration.ZERO));
  }

  @Override
  public void close() {
    storage.ifPresent(RspamdProcess::end);
    scratch.close();
  }
}
