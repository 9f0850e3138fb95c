package org.portolan.cli.cluster;

import java.util.List;
import java.util.concurrent.Callable;
import org.portolan.cluster.Cluster;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code portolan cluster stop}. */
@Command(
    name = "stop",
    description = {
      "Stops a cluster, or one of its servers, in order; no process remains. The data stays.",
      ""
    },
    mixinStandardHelpOptions = true)
final class StopCommand implements Callable<Integer> {
  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "SERVER",
      description = "A server or role that 'status' shows (default: all).")
  String server;

  @Mixin DirectoryOption directory;

  @Spec CommandSpec spec;

  @Override
  public Integer call() {
    Cluster cluster = directory.open();
    List<String> stopped = server == null ? cluster.stop() : cluster.stop(server);
    stopped.forEach(name -> spec.commandLine().getOut().println("stopped " + name));
    spec.commandLine().getOut().println("stopped=" + stopped.size());
    return 0;
  }
}
