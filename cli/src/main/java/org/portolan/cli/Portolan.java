package org.portolan.cli;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.portolan.cli.cluster.ClusterCommand;
import org.portolan.cli.demo.DemoCommand;
import org.portolan.cli.hbase.HBaseCommand;
import org.portolan.cli.relational.DesignCommand;
import org.portolan.cli.relational.RelationalCommand;
import org.portolan.cli.wiki.WikiCommand;
import picocli.AutoComplete.GenerateCompletion;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.UnmatchedArgumentException;

/** The command {@code portolan} and its main method. */
@Command(
    name = "portolan",
    description = {"Carries a relational web application onto a store that scales out.", ""},
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    synopsisSubcommandLabel = "COMMAND",
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

  /** The commands by name, in the order of the help. */
  private static final Map<String, Class<?>> COMMANDS = new LinkedHashMap<>();

  static {
    COMMANDS.put("demo", DemoCommand.class);
    COMMANDS.put("design", DesignCommand.class);
    COMMANDS.put("explain", ExplainCommand.class);
    COMMANDS.put("relational", RelationalCommand.class);
    COMMANDS.put("generate", GenerateCommand.class);
    COMMANDS.put("check", CheckCommand.class);
    COMMANDS.put("evolve", EvolveCommand.class);
    COMMANDS.put("merge", MergeCommand.class);
    COMMANDS.put("export", StoreExportCommand.class);
    COMMANDS.put("import", StoreImportCommand.class);
    COMMANDS.put("migrate", MigrateCommand.class);
    COMMANDS.put("dump-check", DumpCheckCommand.class);
    COMMANDS.put("wiki", WikiCommand.class);
    COMMANDS.put("bench", BenchCommand.class);
    COMMANDS.put("cluster", ClusterCommand.class);
    COMMANDS.put("hbase", HBaseCommand.class);
    COMMANDS.put("jvm-options", JvmOptionsCommand.class);
    COMMANDS.put("help", HelpCommand.class);
    COMMANDS.put("generate-completion", GenerateCompletion.class);
  }

  private static final Set<String> VERSION = Set.of("-V", "--version");

  /** The commands that tell about all others. */
  private static final Set<String> OVERVIEWS = Set.of("help", "generate-completion");

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
    if (arguments.length == 1 && VERSION.contains(arguments[0])) {
      // This is also how scripts ask whether Portolan works: it needs no parser of commands.
      for (String line : new Version().getVersion()) {
        out.println(line);
      }
      return 0;
    }
    Portolan portolan = new Portolan();
    CommandLine commandLine = new CommandLine(portolan);
    // To read the options of all commands by reflection takes longer than most commands run.
    boolean alone = arguments.length > 0 && isAlone(arguments[0]);
    Set<String> needed = alone ? Set.of(arguments[0]) : COMMANDS.keySet();
    // Each as a CommandLine: of a class, picocli would not apply the model transformers.
    needed.forEach(name -> commandLine.addSubcommand(name, new CommandLine(COMMANDS.get(name))));
    commandLine.setOut(out);
    commandLine.setErr(err);
    commandLine.setCaseInsensitiveEnumValuesAllowed(true);
    commandLine.setUsageHelpAutoWidth(true);
    commandLine.setExecutionExceptionHandler(
        (exception, command, parsed) ->
            Failures.report(exception, command.getErr(), portolan.verbose));
    commandLine.setParameterExceptionHandler((wrong, all) -> report(wrong));
    return commandLine.execute(arguments);
  }

  /**
   * Tells of a wrong usage in a line, and where the right one is; all commands if none is named.
   */
  private static int report(ParameterException wrong) {
    CommandLine command = wrong.getCommandLine();
    PrintWriter err = command.getErr();
    err.println(wrong.getMessage());
    boolean unmatched = wrong instanceof UnmatchedArgumentException;
    if (!command.getSubcommands().isEmpty() && !unmatched) {
      command.usage(err);
    } else {
      UnmatchedArgumentException.printSuggestions(wrong, err);
      err.println("run '" + command.getCommandSpec().qualifiedName() + " --help' for the usage");
    }
    err.flush();
    return command.getCommandSpec().exitCodeOnInvalidInput();
  }

  /** Whether an argument names a command that can do its work without knowing the others. */
  private static boolean isAlone(String argument) {
    return COMMANDS.containsKey(argument) && !OVERVIEWS.contains(argument);
  }

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(), "A command is missing: give one of the commands below.");
  }
}
