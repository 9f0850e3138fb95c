package org.portolan.cli.cluster;

import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code portolan cluster kill}. */
@Command(
    name = "kill",
    description = {"Kills a server as a crash would (kill -9), or all servers of a role.", ""},
    mixinStandardHelpOptions = true,
    footer = {"", "Exit status 1 if no server of that name or role ran."})
final class KillCommand implements Callable<Integer> {
  @Parameters(
      index = "0",
      paramLabel = "SERVER",
      description = "A server or role that 'status' shows: region-server-2, or region-server.")
  String server;

  @Mixin DirectoryOption directory;

  @Spec CommandSpec spec;

  @Override
  public Integer call() {
    List<String> killed = directory.open().kill(server);
    killed.forEach(name -> spec.commandLine().getOut().println("killed " + name));
    spec.commandLine().getOut().println("killed=" + killed.size());
    return killed.isEmpty() ? 1 : 0;
  }
}
