package org.portolan.cli.hbase;

import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code portolan hbase}. */
@Command(
    name = "hbase",
    description = {"Features of stores on HBase: prepared scans.", ""},
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {DeployCommand.class, UndeployCommand.class, JarCommand.class})
public final class HBaseCommand implements Runnable {
  @CommandLine.Spec CommandLine.Model.CommandSpec spec;

  @Override
  public void run() {
    throw new CommandLine.ParameterException(
        spec.commandLine(), "A command is missing: give one of the commands below.");
  }
}
