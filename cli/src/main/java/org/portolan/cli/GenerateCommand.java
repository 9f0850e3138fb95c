package org.portolan.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.portolan.codegen.DesignClasses;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code portolan generate}. */
@Command(
    name = "generate",
    description = {
      "Generates Java classes from a design: records of the rows and items, names, typed keys and"
          + " reads, and the design itself. Writes only files that have changed, deletes those of"
          + " entities that are gone, and touches no file that was not generated from this design.",
      ""
    },
    mixinStandardHelpOptions = true)
final class GenerateCommand implements Callable<Integer> {
  @Parameters(paramLabel = "DESIGN", description = "A design file.")
  Path design;

  @Option(
      names = "--package",
      required = true,
      paramLabel = "NAME",
      description = "The package of the classes.")
  String packageName;

  @Option(
      names = "--out",
      required = true,
      paramLabel = "DIR",
      description = "The source root to write to, such as src/main/java.")
  Path sourceRoot;

  @Spec CommandSpec spec;

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    out.println(DesignClasses.generate(design, packageName, sourceRoot));
    return 0;
  }
}
