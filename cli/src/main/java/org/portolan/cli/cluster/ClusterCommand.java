package org.portolan.cli.cluster;

import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code portolan cluster}. */
@Command(
    name = "cluster",
    description = {
      "Clusters of real servers, and databases, on this machine, for trials and tests: each server is its own"
          + " process, on loopback only.",
      ""
    },
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      StartCommand.class,
      StatusCommand.class,
      KillCommand.class,
      RestartCommand.class,
      StopCommand.class,
      LogsCommand.class
    })
public final class ClusterCommand implements Runnable {
  @CommandLine.Spec CommandLine.Model.CommandSpec spec;

  @Override
  public void run() {
    throw new CommandLine.ParameterException(
        spec.commandLine(), "A command is missing: give one of the commands below.");
  }
}
