package org.portolan.cli.cluster;

import java.io.PrintWriter;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.portolan.cluster.Cluster;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code portolan cluster restart}. */
@Command(
    name = "restart",
    description = {
      "Stops the running servers in order and starts them again with their data and ports.",
      ""
    },
    mixinStandardHelpOptions = true)
final class RestartCommand implements Callable<Integer> {
  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "SERVER",
      description = "A server or role that 'status' shows (default: all).")
  String server;

  @Mixin DirectoryOption directory;

  @Mixin StartingOptions starting;

  @Spec CommandSpec spec;

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    Cluster cluster = directory.open();
    try (StartProgress progress = new StartProgress(out, spec.commandLine().getErr())) {
      if (server == null) {
        cluster.restart(starting.toOptions(), progress);
      } else {
        cluster.restart(server, starting.toOptions(), progress);
      }
      out.println(
          String.format(
              Locale.ROOT,
              "restarted=%d uri=%s seconds=%.1f",
              progress.servers(),
              cluster.uri(),
              progress.seconds()));
      return 0;
    }
  }
}
