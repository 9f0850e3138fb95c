package org.portolan.cli.wiki;

import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code portolan wiki}. */
@Command(
    name = "wiki",
    description = {"Import, serve, view and export a wiki.", ""},
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      ImportCommand.class,
      GenerateCommand.class,
      ExportCommand.class,
      ServeCommand.class,
      ShowCommand.class,
      ListCommand.class,
      JobsCommand.class
    })
public final class WikiCommand implements Runnable {
  @CommandLine.Spec CommandLine.Model.CommandSpec spec;

  @Override
  public void run() {
    throw new CommandLine.ParameterException(
        spec.commandLine(), "A command is missing: give one of the commands below.");
  }
}
