package org.spamwatch.agent.cli;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import org.spamwatch.agent.AgentException;
import org.spamwatch.agent.config.LogLevel;
import org.spamwatch.agent.keys.KeyException;
import org.spamwatch.agent.live.StartException;
import picocli.CommandLine.Command;

/** {@code spamwatch demo}: three peers on loopback play the whole story. */
@Command(
    name = "demo",
    description = "Runs three peers on this machine and shows them recognise changed spam.",
    footer = "Exit code 0 only if everything happened as told.")
final class DemoCommand extends ConsoleCommand {

  @Override
  public Integer call() throws AgentException, InterruptedException {
    Logging.level(LogLevel.WARN);
    Path directory = temporary();
    try (DemoCast cast = new DemoCast(directory)) {
      return new DemoStory(console(), cast).play() ? ExitCode.OK : ExitCode.INTERNAL;
    } catch (StartException e) {
      throw new CommandFailure(ExitCode.TRY_AGAIN, e.line(), e);
    } catch (KeyException | IOException e) {
      throw new CommandFailure(ExitCode.INPUT_OUTPUT, String.valueOf(e.getMessage()), e);
    } finally {
      delete(directory);
    }
  }

  private static Path temporary() throws CommandFailure {
    try {
      return Files.createTempDirectory("spamwatch-demo");
    } catch (IOException e) {
      throw new CommandFailure(ExitCode.INPUT_OUTPUT, "no temporary directory can be made", e);
    }
  }

  private void delete(Path directory) {
    try {
      Files.walkFileTree(directory, new Deletion());
    } catch (IOException e) {
      console().complain(directory + ": cannot be deleted");
    }
  }

  /** Files first, then the directories they were in. */
  private static final class Deletion extends SimpleFileVisitor<Path> {
    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
      Files.delete(file);
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult postVisitDirectory(
        Path directory, @org.jspecify.annotations.Nullable IOException e) throws IOException {
      Files.delete(directory);
      return FileVisitResult.CONTINUE;
    }
  }
}
