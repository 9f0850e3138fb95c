package org.portolan.cli.hbase;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import org.portolan.engine.hbase.PreparedScanDeployment;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code portolan hbase undeploy-prepared-scan}. */
@Command(
    name = "undeploy-prepared-scan",
    description = {
      "Removes the endpoint of prepared scans from the tables of a store. Scans continue with"
          + " HBase's own scan. The jar stays where it is.",
      ""
    },
    mixinStandardHelpOptions = true)
final class UndeployCommand implements Callable<Integer> {
  @Mixin TablesOption tables;

  @Spec CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    try (PreparedScanDeployment deployment = tables.open()) {
      deployment.undeploy(
          tables.table(),
          done -> {
            out.printf(
                "table %s: %s%n", done.table(), done.changed() ? "undeployed" : "had no endpoint");
            out.flush();
          });
    }
    return 0;
  }
}
