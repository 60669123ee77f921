package org.spamwatch.agent.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code spamwatch signatures} and {@code counts}: servers as they are started, and who asks. */
final class DigestServerCommandsTest {
  private static final String DIGEST = "0123456789abcdef0123456789abcdef01234567";
  private static final String OTHER = "ff23456789abcdef0123456789abcdef01234567";
  private static final String MAIL =
      "From: a@example.org\nSubject: Win\n\nYou have won the great lottery of the year: answer"
          + " with the number of your bank account, and we will send you a million at once!\n";

  private final Path directory;
  private final Map<String, String> environment = new LinkedHashMap<>();
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private final List<Thread> servers = new ArrayList<>();

  DigestServerCommandsTest(@TempDir Path directory) {
    this.directory = directory;
  }

  private Console console(String in, PrintStream to) {
    return new Console(
        new ByteArrayInputStream(in.getBytes(UTF_8)),
        to,
        new PrintStream(err, true, UTF_8),
        false,
        environment,
        new Places(directory.resolve("none.toml"), directory.resolve("data"), directory));
  }

  private int run(String in, String... arguments) {
    out.reset();
    err.reset();
    return SpamWatch.run(console(in, new PrintStream(out, true, UTF_8)), arguments);
  }

  private String out() {
    return out.toString(UTF_8);
  }

  private String err() {
    return err.toString(UTF_8);
  }

  /** Starts a signature server; returns its URL. */
  private String serve(String data, String... options) throws InterruptedException {
    return serve("signatures", data, options);
  }

  private String serve(String kind, String data, String[] options) throws InterruptedException {
    BlockingQueue<String> lines = new LinkedBlockingQueue<>();
    PrintStream to =
        new PrintStream(out, true, UTF_8) {
          @Override
          public void println(String line) {
            lines.add(line);
          }
        };
    List<String> arguments = new ArrayList<>(List.of(kind, "serve"));
    arguments.addAll(List.of("--listen", "127.0.0.1:0"));
    arguments.addAll(List.of("--data", directory.resolve(data).toString()));
    arguments.addAll(List.of(options));
    Thread thread =
        new Thread(() -> SpamWatch.run(console("", to), arguments.toArray(String[]::new)));
    thread.start();
    servers.add(thread);
    String ready = lines.poll(20, TimeUnit.SECONDS);
    assertThat(ready).as(err()).startsWith("ready http=");
    return "http://" + ready.substring("ready http=".length());
  }

  private void stop() throws InterruptedException {
    for (Thread server : servers) {
      server.interrupt();
      server.join();
    }
    servers.clear();
  }

  @AfterEach
  void close() throws InterruptedException {
    stop();
  }

  @Test
  void mailsAreReportedRevokedAndChecked() throws IOException, InterruptedException {
    String url = serve("a");
    String mail = Files.writeString(directory.resolve("mail"), MAIL).toString();
    assertThat(run("", "signatures", "check", "--server", url, mail)).isZero();
    assertThat(out()).isEqualTo("unknown\t" + mail + "\n");
    assertThat(run("", "signatures", "report", "--server", url, mail)).isZero();
    assertThat(out()).isEqualTo("new\t" + mail + "\n");
    String copy = Files.writeString(directory.resolve("copy"), "Received: b\n" + MAIL).toString();
    assertThat(run("", "signatures", "check", "--server", url, copy)).isEqualTo(ExitCode.SPAM);
    assertThat(run("", "signatures", "revoke", "--server", url, copy)).isZero();
    assertThat(out()).isEqualTo("revoked\t" + copy + "\n");
    assertThat(run("", "signatures", "check", "--server", url, mail)).isZero();

    String empty = Files.writeString(directory.resolve("empty"), "Subject: x\n\n\n").toString();
    assertThat(run("", "signatures", "report", "--server", url, empty)).isEqualTo(ExitCode.DATA);
    assertThat(err()).contains("too little text");
  }

  @Test
  void digestsOfAnyKindAreTakenAndOutliveARestart() throws InterruptedException {
    String url = serve("a", "--capacity", "5000", "--keep", "12h", "--generations", "3");
    run(DIGEST + "\n" + OTHER, "signatures", "report", "--digests", "--server", url, "-");
    assertThat(out()).isEqualTo("new\t" + DIGEST + "\nnew\t" + OTHER + "\n");
    run(OTHER, "signatures", "revoke", "--digests", "--server", url, "-");
    stop();
    url = serve("a");
    run(DIGEST + "\nno\n" + OTHER, "signatures", "check", "--digests", "--server", url, "-");
    assertThat(out()).isEqualTo("spam\t" + DIGEST + "\nunknown\t" + OTHER + "\n");
    assertThat(err()).contains("line 2 is no digest");
    assertThat(run("", "signatures", "status", "--server", url)).isZero();
    assertThat(out()).contains("2 of 5000, revoked 1").contains("14400 s");
    run("", "signatures", "status", "--json", "--server", url);
    assertThat(out()).contains("\"checks\":2,\"spam\":1");
    String taken = url.substring("http://".length());
    assertThat(run("", "signatures", "serve", "--data", directory + "/b", "--listen", taken))
        .isEqualTo(ExitCode.TRY_AGAIN);
    assertThat(err()).contains("--listen " + taken + ": the port is in use; stop the other");
    stop();
    assertThat(run("", "signatures", "serve", "--data", directory + "/a", "--capacity", "6000"))
        .isEqualTo(ExitCode.CONFIGURATION);
    assertThat(err()).contains("begun with 5000");
  }

  @Test
  void serversMergeThatWereBegunAlike() throws InterruptedException {
    String a = serve("a", "--seed", "00000000deadbeef");
    String b = serve("b", "--seed", "00000000deadbeef");
    String c = serve("c");
    run(DIGEST, "signatures", "report", "--digests", "--server", a, "-");
    assertThat(run("", "signatures", "merge", "--server", b, "--from", a)).isZero();
    assertThat(out()).isEqualTo("merged\treported=1 revoked=0\n");
    assertThat(run(DIGEST, "signatures", "check", "--digests", "--server", b, "-"))
        .isEqualTo(ExitCode.SPAM);
    assertThat(run("", "signatures", "merge", "--server", c, "--from", a)).isEqualTo(ExitCode.DATA);
    assertThat(err()).contains("409").contains("--seed").hasLineCount(1);
    run("", "signatures", "status", "--server", c);
    assertThat(out()).contains("1: other parameters");
  }

  private String count(String... options) throws InterruptedException {
    return serve("counts", options[0], Arrays.copyOfRange(options, 1, options.length));
  }

  @Test
  void mailsAreCountedAndManyAreBulk() throws IOException, InterruptedException {
    String url = count("a", "--capacity", "1000", "--period", "12h");
    String mail = Files.writeString(directory.resolve("mail"), MAIL).toString();
    assertThat(run("", "counts", "report", "--server", url, mail, mail)).isZero();
    assertThat(out()).isEqualTo("few\t1\t" + mail + "\nfew\t2\t" + mail + "\n");
    assertThat(run("", "counts", "check", "--threshold", "2", "--server", url, mail))
        .isEqualTo(ExitCode.SPAM);
    assertThat(out()).isEqualTo("bulk\t2\t" + mail + "\n");
    run(DIGEST + " 20", "counts", "report", "--digests", "--server", url, "-");
    assertThat(out()).isEqualTo("bulk\t20\t" + DIGEST + "\n");
    stop();
    url = count("a");
    run(DIGEST, "counts", "check", "--digests", "--server", url, "-");
    assertThat(out()).as("after a restart").isEqualTo("bulk\t20\t" + DIGEST + "\n");
    assertThat(run("", "counts", "status", "--server", url)).isZero();
    assertThat(out()).contains("2 of 1000").contains("43200 s");
    assertThat(run("", "counts", "check", "--threshold", "32", "--server", url, mail))
        .isEqualTo(ExitCode.USAGE);
  }

  @Test
  void countServersTellEachOtherWhatIsNew() throws InterruptedException {
    String[] seed = {"--capacity", "1000", "--seed", "00000000deadbeef"};
    String a = serve("counts", "a", seed);
    String b = serve("counts", "b", seed);
    run(DIGEST + " 12", "counts", "report", "--digests", "--server", a, "-");
    run(DIGEST + " 7", "counts", "report", "--digests", "--server", b, "-");
    String[] merge = {"counts", "merge", "--server", b, "--from", a};
    assertThat(run("", merge)).isZero();
    assertThat(out()).startsWith("merged\tnews=true");
    run("", merge);
    assertThat(out()).isEqualTo("merged\tnews=false bytes=0\n");
    run(DIGEST, "counts", "report", "--digests", "--server", a, "-");
    run("", merge);
    assertThat(out()).startsWith("merged\tnews=true");
    assertThat(run(DIGEST, "counts", "check", "--digests", "--server", b, "-"))
        .isEqualTo(ExitCode.SPAM);
    assertThat(out()).isEqualTo("bulk\t20\t" + DIGEST + "\n");
    assertThat(run("", "counts", "merge", "--server", a, "--from", a)).isEqualTo(ExitCode.DATA);
    assertThat(err()).contains("this server's own").hasLineCount(1);
  }

  @Test
  void aTokenIsNeededOnceThereIsOneAndBeyondLoopback() throws Exception {
    String file = Files.writeString(directory.resolve("t"), "0123456789abcdefg\n").toString();
    String url = serve("a", "--token-file", file);
    assertThat(run(DIGEST, "signatures", "check", "--digests", "--server", url, "-"))
        .isEqualTo(ExitCode.DATA);
    assertThat(err()).contains("401");
    environment.put("SPAMWATCH_TOKEN", "0123456789abcdefg");
    assertThat(run(DIGEST, "signatures", "check", "--digests", "--server", url, "-")).isZero();
    assertThat(run("", "signatures", "serve", "--data", directory + "/b", "--listen", "0.0.0.0:0"))
        .isEqualTo(ExitCode.CONFIGURATION);
    assertThat(err()).contains("--token-file");
  }

  @Test
  void whoeverAsksWronglyIsToldSo() throws Exception {
    String url = serve("a");
    HttpClient http = HttpClient.newHttpClient();
    for (String[] asked :
        new String[][] {
          {"GET", "/v1/signatures/none", "", "404"},
          {"GET", "/v1/signatures/check", "", "405"},
          {"POST", "/v1/signatures/check", "hello", "400"},
          {"POST", "/v1/signatures/check?a=%00", DIGEST, "400"},
          {"POST", "/v1/signatures/merge", "hello", "400"},
          {"POST", "/v1/signatures/check", "0".repeat(1_400_001), "413"},
          {"POST", "/v1/signatures/check", DIGEST, "200"}
        }) {
      HttpRequest request =
          HttpRequest.newBuilder(URI.create(url + asked[1]))
              .method(asked[0], HttpRequest.BodyPublishers.ofString(asked[2]))
              .build();
      HttpResponse<String> answer = http.send(request, HttpResponse.BodyHandlers.ofString());
      assertThat(answer.statusCode() + " " + answer.body()).startsWith(asked[3]);
    }
    HttpRequest page =
        HttpRequest.newBuilder(URI.create(url + "/v1/signatures/status"))
            .header("Origin", "https://example.org")
            .build();
    assertThat(http.send(page, HttpResponse.BodyHandlers.ofString()).statusCode()).isEqualTo(403);
  }

  @Test
  void aPlaceOrAStateThatCannotBeUsedIsOneLine() throws Exception {
    serve("a");
    String[] second = {
      "signatures", "serve", "--listen", "127.0.0.1:0", "--data", directory + "/a"
    };
    assertThat(run("", second)).isEqualTo(ExitCode.TRY_AGAIN);
    assertThat(err()).contains("another server uses it").hasLineCount(1);
    stop();
    Path state = directory.resolve("a/signatures");
    byte[] bytes = Files.readAllBytes(state);
    bytes[100] ^= 1;
    Files.write(state, bytes);
    assertThat(run("", second)).isEqualTo(ExitCode.DATA);
    assertThat(err()).contains("checksum").hasLineCount(1);
    assertThat(Files.readAllBytes(state)).isEqualTo(bytes);
    for (String[] wrong :
        new String[][] {
          {"--capacity", "1"},
          {"--keep", "soon"},
          {"--seed", "1"},
          {"--generations", "64"},
          {"--false-positives", "0"},
          {"--listen", "nowhere"}
        }) {
      assertThat(run("", "signatures", "serve", "--data", directory + "/b", wrong[0], wrong[1]))
          .isEqualTo(ExitCode.USAGE);
      assertThat(err()).hasLineCount(1);
    }
  }
}
