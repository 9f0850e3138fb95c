package org.portolan.cli.relational;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import org.portolan.advisor.report.ModelText;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code portolan relational read}. */
@Command(
    name = "read",
    description = {
      "Reads a schema and query logs, and prints what they tell: tables, statements and their share"
          + " that was understood, relationships that the schema does not declare, tables without"
          + " a key. Proposes no design.",
      ""
    },
    mixinStandardHelpOptions = true)
final class ReadCommand implements Callable<Integer> {
  @Mixin RelationalSource source;

  @Option(
      names = "--full",
      description = "Also list every table, relationship, statement and access path.")
  boolean full;

  @Spec CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    String text = ModelText.of(source.read(), full);
    PrintWriter out = spec.commandLine().getOut();
    out.print(text);
    out.flush();
    return 0;
  }
}
