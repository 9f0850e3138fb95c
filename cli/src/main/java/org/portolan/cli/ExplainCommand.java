package org.portolan.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.portolan.data.plan.TargetPlan;
import org.portolan.design.Design;
import org.portolan.design.DesignExplanation;
import org.portolan.design.DesignReader;
import org.portolan.engine.EngineProvider;
import org.portolan.engine.Engines;
import org.portolan.wiki.WikiModel;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code portolan explain}. */
@Command(
    name = "explain",
    description = {
      "Explains a design: the place of all data, the cost of each layout and the reads that it"
          + " answers, and the requirements for an engine. For a target: the guarantee, the round"
          + " trips and touched rows of every write and read, and the requirements that the engine"
          + " does not meet (exit status 1).",
      ""
    },
    mixinStandardHelpOptions = true)
final class ExplainCommand implements Callable<Integer> {
  @Parameters(
      paramLabel = "DESIGN",
      description =
          "A design file, or the name of a shipped one: basic, hashed, read-delta, wide-row, tree.")
  String design;

  @Option(
      names = "--target",
      paramLabel = "ENGINE",
      description = "The engine for the design: rocksdb, hbase, cassandra or ignite.")
  String target;

  @Spec CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    if (target == null) {
      out.print(DesignExplanation.of(read()));
      out.flush();
      return 0;
    }
    EngineProvider engine = engine();
    Design found = read();
    TargetPlan plan = TargetPlan.of(found, engine.capabilities());
    out.print(TargetText.of(found.name(), engine.scheme(), plan));
    out.flush();
    return plan.refusals().isEmpty() ? 0 : 1;
  }

  private EngineProvider engine() {
    try {
      return Engines.provider(target);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
  }

  private Design read() {
    Path file = Path.of(design);
    if (!Files.exists(file)) {
      for (WikiModel model : WikiModel.values()) {
        if (model.spelling().equals(design)) {
          return model.design();
        }
      }
    }
    try {
      return DesignReader.read(Files.readString(file), file.toString());
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read design " + file, e);
    }
  }
}
