package org.spamwatch.agent.cli;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import org.spamwatch.agent.AgentException;
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
