package org.portolan.cli.hbase;

import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.portolan.engine.hbase.preparedscan.EndpointJar;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code portolan hbase prepared-scan-jar}. */
@Command(
    name = "prepared-scan-jar",
    description = {
      "Writes the jar of the endpoint; copy it to a place where region servers can read it.",
      ""
    },
    mixinStandardHelpOptions = true)
final class JarCommand implements Callable<Integer> {
  @Parameters(
      paramLabel = "FILE",
      description = "The file to write; an existing file is overwritten.")
  Path file;

  @Spec CommandSpec spec;

  static String version() {
    String version = JarCommand.class.getPackage().getImplementationVersion();
    return version == null ? "unpackaged" : version;
  }

  @Override
  public Integer call() {
    EndpointJar.write(file);
    spec.commandLine()
        .getOut()
        .println(
            "written="
                + file
                + " class="
                + EndpointJar.CLASS_NAME
                + " name="
                + EndpointJar.name(version()));
    return 0;
  }
}
