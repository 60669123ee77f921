package org.spamwatch.agent.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.spamwatch.agent.AgentException;
import org.spamwatch.ata.ApproximateText;
import org.spamwatch.overlay.Id;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * The digests that a command line names: GUIDs of mails, or lines of digests. Of a mail with too
 * little text there is none, for all such mails would share it.
 */
final class DigestInputs {
  private static final int AT_ONCE = 1_000;
  private static final String DIGEST = "([0-9a-fA-F]{2}){16,64}( [0-9]{1,9})?";

  @Option(
      names = "--digests",
      description = {
        "each FILE is a list of digests instead, a line each of 32 to 128 hexadecimal digits",
        "(MD5 to SHA-512), of whatever names a mail where it is checked"
      })
  private boolean digests;

  @Parameters(
      arity = "1..*",
      paramLabel = "FILE",
      description = "a mail, mbox, Maildir or directory; - is standard input")
  private List<String> files = new ArrayList<>();

  private List<String> digested = new ArrayList<>();
  private List<String> names = new ArrayList<>();
  private int problems = ExitCode.OK;

  /** Takes what is to be asked about together. */
  interface Taker {
    /**
     * Takes some.
     *
     * @param names whose digests they are
     */
    void take(List<String> digests, List<String> names) throws AgentException;
  }

  /**
   * Hands over all digests, in the order of the arguments, many at once; what has none is reported.
   *
   * @return the exit code for what was reported, 0 if nothing was
   */
  int forEach(Console console, Taker taker) throws AgentException {
    if (digests) {
      for (String file : files) {
        list(console, file, taker);
      }
      flush(taker);
      return problems;
    }
    ApproximateText text = ApproximateText.standard();
    MailInputs mails = new MailInputs(console, files, text.limits());
    mails.forEach(
        (name, mail) -> {
          Optional<Id> guid = text.address(mail).guid();
          if (guid.isPresent()) {
            add(guid.get().toString(), name, taker);
          } else {
            mails.problem(name, "the mail has too little text", ExitCode.DATA);
          }
        });
    flush(taker);
    return mails.exitCode();
  }

  private void list(Console console, String file, Taker taker) throws AgentException {
    try (InputStream in = file.equals("-") ? console.in() : Files.newInputStream(Path.of(file));
        BufferedReader lines = new BufferedReader(new InputStreamReader(in, ISO_8859_1))) {
      int number = 0;
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        number++;
        String digest = line.strip();
        if (digest.matches(DIGEST)) {
          add(digest, digest.split(" ", 2)[0], taker);
        } else if (!digest.isEmpty()) {
          console.complain(file + ": line " + number + " is no digest");
          problems = ExitCode.DATA;
        }
      }
    } catch (IOException | InvalidPathException e) {
      console.complain(file + ": cannot be read");
      problems = ExitCode.DATA;
    }
  }

  private void add(String digest, String name, Taker taker) throws AgentException {
    digested.add(digest);
    names.add(name);
    if (digested.size() == AT_ONCE) {
      flush(taker);
    }
  }

  private void flush(Taker taker) throws AgentException {
    if (!digested.isEmpty()) {
      taker.take(List.copyOf(digested), List.copyOf(names));
      digested = new ArrayList<>();
      names = new ArrayList<>();
    }
  }
}
