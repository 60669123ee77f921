package org.spamwatch.agent.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.PrintWriter;
import java.util.List;
import org.spamwatch.agent.AgentException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command {@code spamwatch}: names its subcommands and turns their failures into one line. */
@Command(
    name = "spamwatch",
    description = "A collaborative spam filter without a centre.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    synopsisSubcommandLabel = "COMMAND")
public final class SpamWatch implements Runnable {
  /** In the order in which help names them. */
  private static final List<Class<?>> COMMANDS =
      List.of(
          PeerCommand.class,
          AuthorityCommand.class,
          UserCommand.class,
          CampaignCommand.class,
          CheckCommand.class,
          MarkCommand.class,
          ExplainCommand.class,
          HamCommand.class,
          StatisticsCommand.class,
          SignaturesCommand.class,
          CountsCommand.class,
          ImapCommand.class,
          RateLimitCommand.class,
          IntegrateCommand.class,
          FingerprintCommand.class,
          DemoCommand.class);

  @Spec private CommandSpec spec = CommandSpec.create();

  private final Console console;

  private SpamWatch(Console console) {
    this.console = console;
  }

  /** What the commands see of their process. */
  Console console() {
    return console;
  }

  /** Runs a command and ends the process with its exit code. */
  public static void main(String[] arguments) {
    System.exit(run(Console.ofThisProcess(), arguments));
  }

  /** Runs a command and returns its exit code. */
  static int run(Console console, String... arguments) {
    CommandLine line = new CommandLine(new SpamWatch(console));
    named(arguments).forEach(line::addSubcommand);
    line.setOut(new PrintWriter(console.out(), true, UTF_8));
    line.setErr(new PrintWriter(console.err(), true, UTF_8));
    line.setCaseInsensitiveEnumValuesAllowed(true);
    line.setUsageHelpAutoWidth(true);
    line.setParameterExceptionHandler((e, a) -> misused(console, e));
    line.setExecutionExceptionHandler((e, l, r) -> failed(console, e));
    try {
      int code = line.execute(arguments);
      console.out().flush();
      // A reader that went away (spamwatch check ... | head) is no failure of the command.
      return code;
    } finally {
      console.err().flush();
    }
  }

  /**
   * The command that is run, or all of them where none is named: most of the start of a program
   * that is used for a moment would go to commands that nobody asked for.
   */
  private static List<Class<?>> named(String... arguments) {
    return COMMANDS.stream()
        .filter(command -> arguments.length > 0 && name(command).equals(arguments[0]))
        .findFirst()
        .map(List::<Class<?>>of)
        .orElse(COMMANDS);
  }

  private static String name(Class<?> command) {
    return command.getAnnotation(Command.class).name();
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "a command is needed");
  }

  private static int misused(Console console, ParameterException e) {
    String command = e.getCommandLine().getCommandSpec().qualifiedName();
    String problem = String.valueOf(e.getMessage()).lines().findFirst().orElse("wrong usage");
    console.complain(problem + " (see: " + command + " --help)");
    return ExitCode.USAGE;
  }

  private static int failed(Console console, Exception e) {
    if (e instanceof AgentException told) {
      console.complain(told.line());
      return ExitCode.of(told);
    }
    StackTraceElement[] trace = e.getStackTrace();
    String where = trace.length == 0 ? "" : " at " + trace[0];
    console.complain("internal error: " + e + where + "; please report it");
    return ExitCode.INTERNAL;
  }
}
