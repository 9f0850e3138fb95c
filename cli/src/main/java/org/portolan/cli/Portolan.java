package org.portolan.cli;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import org.portolan.cli.cluster.ClusterCommand;
import org.portolan.cli.hbase.HBaseCommand;
import org.portolan.cli.wiki.WikiCommand;
import picocli.AutoComplete.GenerateCompletion;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** The command {@code portolan} and its main method. */
@Command(
    name = "portolan",
    description = {"Carries a relational web application onto a store that scales out.", ""},
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      DemoCommand.class,
      ExplainCommand.class,
      CheckCommand.class,
      MergeCommand.class,
      WikiCommand.class,
      BenchCommand.class,
      ClusterCommand.class,
      HBaseCommand.class,
      HelpCommand.class,
      GenerateCompletion.class
    },
    footer = {
      "",
      "A URI names a store; rocksdb:DIR is a store in a directory of this machine.",
      "Exit status: 0 done, 1 failed or found something, 2 wrong usage.",
      "Completion for bash and zsh: source <(portolan generate-completion)"
    })
public final class Portolan implements Runnable {
  @Option(
      names = "--verbose",
      scope = ScopeType.INHERIT,
      description = "Show the stack trace of a failure.")
  boolean verbose;

  @CommandLine.Spec CommandLine.Model.CommandSpec spec;

  /** Runs a command and ends the process with its exit status. */
  public static void main(String[] arguments) {
    // Undertow logs through JBoss Logging, which would otherwise choose the platform's logging.
    System.setProperty("org.jboss.logging.provider", "slf4j");
    System.exit(
        run(
            new PrintWriter(System.out, true, StandardCharsets.UTF_8),
            new PrintWriter(System.err, true, StandardCharsets.UTF_8),
            arguments));
  }

  /** Runs a command and returns its exit status. Its output goes to the two writers. */
  public static int run(PrintWriter out, PrintWriter err, String... arguments) {
    Portolan portolan = new Portolan();
    CommandLine commandLine = new CommandLine(portolan);
    commandLine.setOut(out);
    commandLine.setErr(err);
    commandLine.setCaseInsensitiveEnumValuesAllowed(true);
    commandLine.setUsageHelpAutoWidth(true);
    commandLine.setExecutionExceptionHandler(
        (exception, command, parsed) ->
            Failures.report(exception, command.getErr(), portolan.verbose));
    return commandLine.execute(arguments);
  }

  @Override
  public void run() {
    throw new CommandLine.ParameterException(
        spec.commandLine(), "A command is missing: give one of the commands below.");
  }
}
