package org.portolan.cli.relational;

import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code portolan relational}. */
@Command(
    name = "relational",
    description = {"Read the relational database of an application.", ""},
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {ReadCommand.class})
public final class RelationalCommand implements Runnable {
  @CommandLine.Spec CommandLine.Model.CommandSpec spec;

  @Override
  public void run() {
    throw new CommandLine.ParameterException(
        spec.commandLine(), "A command is missing: give one of the commands below.");
  }
}
