package org.portolan.cli.hbase;

import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.portolan.engine.hbase.PreparedScanDeployment;
import org.portolan.engine.hbase.preparedscan.EndpointJar;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code portolan hbase deploy-prepared-scan}. */
@Command(
    name = "deploy-prepared-scan",
    description = {
      "Attaches the endpoint of prepared scans to the tables of a store, and asks every region"
          + " whether it answers. HBase reopens the regions of a table one after the other; reads"
          + " and writes wait meanwhile.",
      ""
    },
    mixinStandardHelpOptions = true)
final class DeployCommand implements Callable<Integer> {
  @Mixin TablesOption tables;

  @Option(
      names = "--jar",
      paramLabel = "URI",
      description =
          "The place of the endpoint's jar, readable by all region servers. Example:"
              + " hdfs://HOST:8020/portolan/ (the command adds a name with the version)."
              + " The command writes a jar with a file: URI, and with --namenode one in HDFS; any"
              + " other jar must exist already (default: a file of this machine, if all region"
              + " servers run here). The jar must stay there until it is undeployed: a region"
              + " server that cannot read it stops.")
  URI jar;

  @Option(
      names = "--namenode",
      paramLabel = "URI",
      description =
          "The web address of HDFS, for example http://HOST:9870: the command uploads the jar there"
              + " (WebHDFS, as the user HADOOP_USER_NAME or of this system; not with Kerberos)."
              + " Without it, 'portolan hbase prepared-scan-jar' and 'hdfs dfs -put' do the same.")
  URI nameNode;

  @Spec CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    try (PreparedScanDeployment deployment = tables.open()) {
      URI place =
          deployment.place(
              Optional.ofNullable(jar), EndpointJar.localDirectory(), JarCommand.version());
      deployment.write(place, Optional.ofNullable(nameNode));
      out.println("jar: " + place);
      deployment.deploy(
          tables.table(),
          place,
          done -> {
            out.printf(
                "table %s: %s, regions=%d answered=%d%n",
                done.table(),
                done.changed() ? "deployed" : "was deployed",
                done.regions(),
                done.regions());
            out.flush();
          });
    }
    return 0;
  }
}
