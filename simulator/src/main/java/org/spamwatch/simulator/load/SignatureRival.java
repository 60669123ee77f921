package org.spamwatch.simulator.load;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.File;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.spamwatch.agent.cli.SpamWatch;
import org.spamwatch.agent.digest.DigestClient;
import org.spamwatch.agent.http.AskedServer;
import org.spamwatch.agent.http.PeerClientException;
import org.spamwatch.simulator.processes.ProcessException;
import org.spamwatch.simulator.processes.Programs;
import org.spamwatch.simulator.processes.Scratch;

/** {@code spamwatch signatures serve}, asked by one or many digests in a request. */
final class SignatureRival implements DigestRival {
  private static final String READY = "ready http=";
  private static final int TOGETHER = 100;

  private final Scratch scratch;
  private final Process process;
  private final InetSocketAddress address;

  private SignatureRival(Scratch scratch, Process process, InetSocketAddress address) {
    this.scratch = scratch;
    this.process = process;
    this.address = address;
  }

  /**
   * Starts it.
   *
   * @param flags for its Java
   */
  static SignatureRival start(List<String> flags) throws ProcessException {
    Scratch scratch = Scratch.open("spamwatch-signatures-");
    try {
      Path said = scratch.path().resolve("said");
      List<String> command = new ArrayList<>();
      command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
      command.addAll(flags);
      command.addAll(List.of("-cp", System.getProperty("java.class.path")));
      command.addAll(List.of(SpamWatch.class.getName(), "signatures", "serve"));
      command.addAll(List.of("--listen", "127.0.0.1:0", "--data", scratch.path() + "/data"));
      File to = said.toFile();
      Process process =
          scratch.owns(
              new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(to).start());
      return new SignatureRival(scratch, process, awaitReady(process, said));
    } catch (IOException e) {
      scratch.close();
      throw new ProcessException("the signature server cannot be started: " + e.getMessage(), e);
    } catch (ProcessException e) {
      scratch.close();
      throw e;
    }
  }

  private static InetSocketAddress awaitReady(Process process, Path said)
      throws IOException, ProcessException {
    long limit = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (System.nanoTime() < limit) {
      Optional<String> line =
          Files.readAllLines(said).stream().filter(text -> text.startsWith(READY)).findFirst();
      if (line.isPresent()) {
        URI url = URI.create("http://" + line.get().substring(READY.length()));
        return new InetSocketAddress(url.getHost(), url.getPort());
      }
      if (!process.isAlive()) {
        break;
      }
      Programs.pause();
    }
    throw new ProcessException("the signature server does not start: " + Files.readString(said));
  }

  @Override
  public List<Way> ways() {
    return List.of(
        new Way("spamwatch, 100 a request", TOGETHER, this::open),
        new Way("spamwatch, one a request", 1, this::open));
  }

  private DigestAsking open() {
    HttpClient http = new HttpClient(address, "/v1/signatures/check", true);
    return new DigestAsking() {
      @Override
      public int known(List<MailDigests> mails) throws IOException {
        StringBuilder lines = new StringBuilder();
        mails.forEach(mail -> lines.append(mail.hex()).append('\n'));
        Client.Answer answer = http.ask(lines.toString().getBytes(US_ASCII));
        if (answer.status() != 200) {
          throw new IOException("status " + answer.status());
        }
        int spam = 0;
        int all = 0;
        for (int from = 0; from < answer.body().length(); all++) {
          spam += answer.body().charAt(from) == 's' ? 1 : 0;
          from = answer.body().indexOf('\n', from) + 1;
        }
        if (all != mails.size()) {
          throw new IOException(all + " answers");
        }
        return spam;
      }

      @Override
      public void close() {
        http.close();
      }
    };
  }

  @Override
  public void report(List<MailDigests> mails) throws ProcessException {
    URI url = URI.create("http://127.0.0.1:" + address.getPort());
    AskedServer server =
        new AskedServer("signature server", url, "", Optional.empty(), Optional.empty());
    try {
      new DigestClient(server, "/v1/signatures")
          .each("/report", mails.stream().map(MailDigests::hex).toList());
    } catch (PeerClientException e) {
      throw new ProcessException(String.valueOf(e.getMessage()), e);
    }
  }

  @Override
  public Duration cpu() {
    return Programs.cpu(process);
  }

  @Override
  public void close() {
    scratch.close();
  }
}
