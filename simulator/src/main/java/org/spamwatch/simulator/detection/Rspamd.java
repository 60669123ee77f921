package org.spamwatch.simulator.detection;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.spamwatch.simulator.processes.ProcessException;
import org.spamwatch.simulator.processes.Programs;
import org.spamwatch.simulator.processes.RspamdProcess;
import org.spamwatch.simulator.processes.Scratch;

/**
 * rspamd with its fuzzy storage and nothing else: shingles of normalised words, of which a mail and
 * a stored one must share enough, and digests of short texts, attachments of any type and pictures
 * of any size, which is all that version 3.4 offers. Its own default parameters, but for the least
 * sizes, which its configuration sets against false positives and which would only lower what it
 * finds.
 */
public final class Rspamd implements ReferenceFilter {
  private static final int FLAG = 11;
  private static final String SYMBOL = "LOCAL_FUZZY";

  /** Some mails it takes and never answers; it knows nothing of them. */
  private static final int MOST_UNANSWERED = 50;

  private static final String SECTIONS =
      """
      metric {
        name = "default";
        actions { reject = 15; }
        group "fuzzy" { symbol "%4$s" { weight = 10; } }
      }
      worker "normal" { bind_socket = "127.0.0.1:%1$d"; count = 1; task_timeout = 20s; }
      worker "controller" {
        bind_socket = "127.0.0.1:%2$d"; count = 1; secure_ip = ["127.0.0.1"];
      }
      fuzzy_check {
        min_bytes = 0; min_width = 1; min_height = 1; timeout = 5s; retransmits = 3;
        rule "local" {
          algorithm = "mumhash"; servers = "127.0.0.1:%3$d"; symbol = "LOCAL_UNKNOWN";
          mime_types = ["*"]; max_score = 20.0; read_only = no; skip_unknown = yes;
          short_text_direct_hash = true; min_length = 64;
          fuzzy_map = { %4$s { max_score = 20.0; flag = %5$d; } }
        }
      }
      """;

  private final Scratch scratch;
  private final RspamdProcess process;
  private final String check;
  private final String controller;
  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Duration.ofSeconds(5))
          .build();
  private final ObjectMapper json = new ObjectMapper();
  private int unanswered;

  private Rspamd(Scratch scratch, RspamdProcess process, int checkPort, int controllerPort) {
    this.scratch = scratch;
    this.process = process;
    this.check = "http://127.0.0.1:" + checkPort + "/checkv2";
    this.controller = "http://127.0.0.1:" + controllerPort + "/fuzzyadd";
  }

  /** Starts it as processes of its own on loopback. */
  public static Rspamd start() throws ProcessException {
    Scratch scratch = Scratch.open("spamwatch-rspamd-");
    try {
      int checkPort = Programs.freePort();
      int controllerPort = Programs.freePort();
      int fuzzyPort = Programs.freePort();
      RspamdProcess process =
          RspamdProcess.start(
              scratch,
              fuzzyPort,
              "backend = \"sqlite\"; hash_file = \"" + scratch.path() + "/fuzzy.db\";",
              "fuzzy_check",
              SECTIONS.formatted(checkPort, controllerPort, fuzzyPort, SYMBOL, FLAG));
      process.awaitPort(checkPort, "rspamd");
      process.awaitPort(controllerPort, "rspamd's controller");
      return new Rspamd(scratch, process, checkPort, controllerPort);
    } catch (ProcessException e) {
      scratch.close();
      throw e;
    }
  }

  /** Where it checks whole mails. */
  public URI check() {
    return URI.create(check);
  }

  /** What the answer on a mail that was reported has in it, and no other. */
  public String symbol() {
    return SYMBOL;
  }

  /** Processor time of all its processes, its fuzzy storage's too, where the system tells. */
  public Duration cpu() {
    return process.cpu();
  }

  @Override
  public String name() {
    return "rspamd fuzzy";
  }

  @Override
  public List<Boolean> report(List<byte[]> mails) throws ProcessException {
    List<Boolean> hashed = new ArrayList<>();
    int last = -1;
    for (byte[] mail : mails) {
      JsonNode answer = post(controller, mail, "Flag", "" + FLAG, "Weight", "10");
      hashed.add(answer.path("success").asBoolean() && !answer.path("hashes").isEmpty());
      last = hashed.get(hashed.size() - 1) ? hashed.size() - 1 : last;
    }
    if (last >= 0) {
      awaitStored(mails.get(last));
    }
    return hashed;
  }

  /** Reports are stored within a second or so. */
  private void awaitStored(byte[] mail) throws ProcessException {
    long limit = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
    while (!isKnown(mail)) {
      if (System.nanoTime() > limit) {
        throw new ProcessException("rspamd does not find what was reported to it 20 s ago");
      }
      Programs.pause();
    }
  }

  @Override
  public List<Boolean> check(List<byte[]> mails) throws ProcessException {
    List<Boolean> known = new ArrayList<>();
    for (byte[] mail : mails) {
      known.add(isKnown(mail));
    }
    return known;
  }

  private boolean isKnown(byte[] mail) throws ProcessException {
    return post(check, mail).path("symbols").has(SYMBOL);
  }

  private JsonNode post(String uri, byte[] mail, String... headers) throws ProcessException {
    try {
      HttpRequest.Builder request =
          HttpRequest.newBuilder(URI.create(uri))
              .timeout(Duration.ofSeconds(10))
              .POST(HttpRequest.BodyPublishers.ofByteArray(mail));
      if (headers.length > 0) {
        request.headers(headers);
      }
      return json.readTree(send(request.build()));
    } catch (HttpTimeoutException e) {
      if (++unanswered > MOST_UNANSWERED) {
        throw new ProcessException("rspamd does not answer to " + unanswered + " mails", e);
      }
      return json.createObjectNode();
    } catch (IOException e) {
      throw new ProcessException("rspamd does not answer: " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ProcessException("interrupted", e);
    }
  }

  /** Once more if it fails: rspamd closes a connection that it has kept alive without a word. */
  private byte[] send(HttpRequest request) throws IOException, InterruptedException {
    try {
      return http.send(request, HttpResponse.BodyHandlers.ofByteArray()).body();
    } catch (HttpTimeoutException e) {
      throw e;
    } catch (IOException e) {
      return http.send(request, HttpResponse.BodyHandlers.ofByteArray()).body();
    }
  }

  @Override
  public void close() {
    process.end();
    scratch.close();
  }
}
