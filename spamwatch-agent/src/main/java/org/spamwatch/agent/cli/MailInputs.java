package org.spamwatch.agent.cli;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Optional;
import org.spamwatch.agent.AgentException;
import org.spamwatch.agent.header.FingerprintSeal;
import org.spamwatch.agent.header.HeaderBlock;
import org.spamwatch.agent.http.PeerClientException;
import org.spamwatch.ata.mail.MailLimits;
import org.spamwatch.ata.mail.MailVisitor;
import org.spamwatch.ata.mail.Mailbox;
import org.spamwatch.ata.mail.NotAMailException;

/**
 * The mails that a command line names: files, mboxes, Maildirs, directories and {@code -} for
 * standard input. One input that cannot be used is reported and does not keep the others from being
 * processed.
 */
final class MailInputs {
  private static final int MOST_HEADER = 1 << 20;

  private final Console console;
  private final List<String> names;
  private final Mailbox mailbox;
  private int exitCode = ExitCode.OK;
  private long problems;

  MailInputs(Console console, List<String> names, MailLimits limits) {
    this.console = console;
    this.names = List.copyOf(names);
    mailbox = new Mailbox(limits);
  }

  /** Whether none are named. */
  boolean isEmpty() {
    return names.isEmpty();
  }

  /** Takes the mails one by one; what is none is reported. */
  interface Taker {
    void take(String name, byte[] mail) throws AgentException, NotAMailException;
  }

  /** Hands over every mail, in the order of the arguments. */
  void forEach(Taker taker) throws AgentException {
    MailVisitor<AgentException> visitor =
        new MailVisitor<>() {
          @Override
          public void mail(String name, byte[] mail) throws AgentException {
            try {
              taker.take(name, mail);
            } catch (NotAMailException e) {
              problem(name, String.valueOf(e.getMessage()));
            }
          }

          @Override
          public void problem(String name, String reason) {
            MailInputs.this.problem(name, reason, ExitCode.DATA);
          }
        };
    for (String name : names) {
      long before = problems;
      if (visit(name, visitor) == 0 && problems == before) {
        problem(name, "holds no mail", ExitCode.DATA);
      }
    }
  }

  /** Takes what is to be sent of a mail's header. */
  interface HeaderTaker {
    void take(String name, byte[] header) throws AgentException;
  }

  /**
   * Reads the header of each file, which is one mail, and nothing of its text; what the peer did
   * not write its fingerprints into is reported, and what it refuses.
   */
  void forEachHeader(HeaderTaker taker) throws AgentException {
    for (String name : names) {
      try {
        Optional<byte[]> header = FingerprintSeal.excerpt(HeaderBlock.of(headerOf(name)));
        if (header.isEmpty()) {
          problem(name, "no " + FingerprintSeal.FIELD + " in its header", ExitCode.DATA);
        } else {
          taker.take(name, header.get());
        }
      } catch (PeerClientException e) {
        if (e.kind() != PeerClientException.Kind.REFUSED || e.concernsAll()) {
          throw e;
        }
        problem(name, String.valueOf(e.getMessage()), ExitCode.DATA);
      } catch (IOException | InvalidPathException e) {
        problem(name, "cannot be read", ExitCode.DATA);
      }
    }
  }

  /** Up to the empty line, or as much as a peer takes. */
  private byte[] headerOf(String name) throws IOException {
    if (name.equals("-")) {
      return headerOf(console.in());
    }
    try (InputStream in = new BufferedInputStream(Files.newInputStream(Path.of(name)))) {
      return headerOf(in);
    }
  }

  private static byte[] headerOf(InputStream in) throws IOException {
    ByteArrayOutputStream header = new ByteArrayOutputStream();
    int inLine = 0; // characters
    for (int next = in.read(); next >= 0 && header.size() < MOST_HEADER; next = in.read()) {
      header.write(next);
      if (next == '\n' && inLine == 0) {
        break;
      }
      inLine = next == '\n' ? 0 : next == '\r' ? inLine : inLine + 1;
    }
    return header.toByteArray();
  }

  private long visit(String name, MailVisitor<AgentException> visitor) throws AgentException {
    if (name.equals("-")) {
      return mailbox.visit(console.in(), "-", visitor);
    }
    try {
      return mailbox.visit(Path.of(name), visitor);
    } catch (InvalidPathException e) {
      problem(name, "not a file name", ExitCode.DATA);
      return 0;
    }
  }

  /** Whether exactly one input is named and it is no directory. */
  boolean isOneFile() {
    return names.size() == 1 && (names.get(0).equals("-") || !isDirectory(names.get(0)));
  }

  private static boolean isDirectory(String name) {
    try {
      return Files.isDirectory(Path.of(name));
    } catch (InvalidPathException e) {
      return false; // reported when its turn comes
    }
  }

  /**
   * Bytes of all inputs that are files: what a progress bar counts. An input that cannot be read
   * counts nothing here and is reported when its turn comes.
   */
  long totalBytes() {
    long[] total = {0};
    for (String name : names) {
      add(name, total);
    }
    return total[0];
  }

  private static void add(String name, long[] total) {
    try {
      Files.walkFileTree(Path.of(name), new Adder(total));
    } catch (IOException | InvalidPathException e) {
      return;
    }
  }

  /** Adds sizes up and passes over whatever cannot be read. */
  private static final class Adder extends SimpleFileVisitor<Path> {
    private final long[] total;

    Adder(long[] total) {
      this.total = total;
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
      total[0] += attributes.size();
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFileFailed(Path file, IOException e) {
      return FileVisitResult.CONTINUE;
    }
  }

  /** The exit code for what was reported so far: that of the first problem, 0 if there was none. */
  int exitCode() {
    return exitCode;
  }

  /** Reports a problem with one mail; the command goes on. */
  void problem(String name, String line, int code) {
    console.complain((name.equals("-") ? "standard input" : name) + ": " + line);
    exitCode = exitCode == ExitCode.OK ? code : exitCode;
    problems++;
  }
}
