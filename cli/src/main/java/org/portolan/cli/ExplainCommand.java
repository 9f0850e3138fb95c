package org.portolan.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.portolan.design.Design;
import org.portolan.design.DesignExplanation;
import org.portolan.design.DesignReader;
import org.portolan.wiki.WikiModel;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code portolan explain}. */
@Command(
    name = "explain",
    description = {
      "Explains a design: where everything lies, what each layout costs and still answers, and what"
          + " it needs of an engine.",
      ""
    },
    mixinStandardHelpOptions = true)
final class ExplainCommand implements Callable<Integer> {
  @Parameters(
      paramLabel = "DESIGN",
      description =
          "A design file, or the name of a shipped one: basic, hashed, read-delta, wide-row.")
  String design;

  @Spec CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    spec.commandLine().getOut().print(DesignExplanation.of(read()));
    spec.commandLine().getOut().flush();
    return 0;
  }

  private Design read() throws IOException {
    Path file = Path.of(design);
    if (!Files.exists(file)) {
      for (WikiModel model : WikiModel.values()) {
        if (model.spelling().equals(design)) {
          return model.design();
        }
      }
    }
    return DesignReader.read(Files.readString(file), file.toString());
  }
}
