package org.portolan.cli.relational;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.portolan.advisor.RelationalModel;
import org.portolan.advisor.propose.Choices;
import org.portolan.advisor.propose.Proposal;
import org.portolan.advisor.propose.Proposer;
import org.portolan.advisor.report.ProposalPage;
import org.portolan.advisor.report.ProposalText;
import org.portolan.advisor.target.Target;
import org.portolan.cli.TableScripts;
import org.portolan.design.CostsReader;
import org.portolan.design.DesignWriter;
import org.portolan.design.MappingWriter;
import org.portolan.design.cost.MeasuredCosts;
import org.portolan.engine.Engines;
import org.portolan.rehearsal.AccessPathLines;
import org.portolan.rehearsal.Rehearsal;
import org.portolan.rehearsal.RehearsalText;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code portolan design}. */
@Command(
    name = "design",
    description = {
      "Proposes a design for the schema and the queries of a relational application: what each"
          + " table becomes, which indexes the queries need, how each query is served and what"
          + " that costs, and why. Then tries it: fills an embedded store with rows that fit, and"
          + " executes each query there. Exits with 1 if a query is not served, or finds wrong"
          + " rows when it is tried.",
      ""
    },
    mixinStandardHelpOptions = true)
public final class DesignCommand implements Callable<Integer> {
  static final String CHOICES = "choices.yaml";

  @Mixin RelationalSource source;

  @Option(
      names = "--target",
      required = true,
      paramLabel = "ENGINE",
      description = "The engine: rocksdb, hbase, cassandra or ignite.")
  String target;

  @Option(
      names = "--name",
      paramLabel = "NAME",
      defaultValue = "proposed",
      description =
          "The name of the design: letters, digits and hyphens. Default: ${DEFAULT-VALUE}.")
  String name;

  @Option(
      names = {"-o", "--out"},
      paramLabel = "DIR",
      description =
          "Write design.yaml, mapping.yaml, report.html, AccessPaths.java, with the lines of Java"
              + " that serve each query, and the tables in the language of the engine's tools"
              + " (schema.cql, schema.hbase, schema.xml, schema.txt) into this directory. Files"
              + " that were changed since are kept unless --replace is given.")
  Path out;

  @Option(
      names = "--interactive",
      description =
          "Ask for each table that could become several things. The answers are kept in DIR/"
              + CHOICES
              + ", which later runs with the same --out follow.")
  boolean interactive;

  @Option(names = "--replace", description = "Write over files that were changed.")
  boolean replace;

  @Option(
      names = "--full",
      description =
          "Also print every decision with its reasons, and every query with its steps and the lines"
              + " of Java that serve it.")
  boolean full;

  @Option(
      names = "--no-try",
      description = "Do not try the proposal: what it says of costs is then only an estimate.")
  boolean untried;

  @Option(
      names = "--costs",
      paramLabel = "FILE",
      description =
          "What the work of the engine costs, as 'portolan bench calibrate' has measured it."
              + " Default: estimates.")
  Path costs;

  @Spec CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    Target engine;
    try {
      engine = Target.named(target);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), "--target: " + e.getMessage(), e);
    }
    if (!name.matches("[A-Za-z0-9][A-Za-z0-9-]{0,47}")) {
      throw new ParameterException(
          spec.commandLine(),
          "--name: '" + name + "' is no name of a design: use letters, digits and hyphens.");
    }
    if (interactive && out == null) {
      throw new ParameterException(
          spec.commandLine(), "--interactive keeps the answers in a directory: give --out, too.");
    }
    MeasuredCosts measured = costs == null ? engine.costs() : CostsReader.read(costs);
    RelationalModel model = source.read();
    PrintWriter printed = spec.commandLine().getOut();
    Choices choices = choices();
    Proposal proposal = Proposer.propose(model, engine, measured, name, choices);
    if (interactive) {
      choices = new ChoiceDialog(printed, System.in).ask(proposal, choices);
      Files.createDirectories(out);
      Files.writeString(out.resolve(CHOICES), choices.text());
      proposal = Proposer.propose(model, engine, measured, name, choices);
    }
    boolean right = true;
    if (!untried) {
      Rehearsal.Result result = EmbeddedRehearsal.run(proposal, model);
      printed.print(ProposalText.of(proposal, full, new RehearsalText(proposal, result)));
      right = result.isRight();
    } else {
      printed.print(ProposalText.of(proposal, full));
    }
    if (out != null) {
      Map<String, String> files = new LinkedHashMap<>();
      files.put("design.yaml", DesignWriter.write(proposal.design()));
      files.put("mapping.yaml", MappingWriter.write(proposal.mapping()));
      TableScripts.of(proposal.design(), Engines.provider(target))
          .ifPresent(script -> files.put(script.fileName(), script.text()));
      files.put("report.html", ProposalPage.of(proposal));
      Optional<String> lines = new AccessPathLines(proposal).javaClass("AccessPaths");
      lines.ifPresent(text -> files.put("AccessPaths.java", text));
      write(files, printed);
      if (lines.isEmpty()) {
        printed.println(
            "No AccessPaths.java: "
                + (proposal.served().isEmpty()
                    ? "there is no statement to serve; give the log of the queries by --log."
                    : "no statement is served."));
      }
    }
    printed.flush();
    return right && proposal.refused().isEmpty() ? 0 : 1;
  }

  private static String listed(List<String> names) {
    int last = names.size() - 1;
    return String.join(", ", names.subList(0, last)) + " and " + names.get(last);
  }

  private Choices choices() throws IOException {
    Path file = out == null ? null : out.resolve(CHOICES);
    return file != null && Files.exists(file) ? Choices.read(file) : Choices.NONE;
  }

  private void write(Map<String, String> files, PrintWriter printed) throws IOException {
    Files.createDirectories(out);
    for (Map.Entry<String, String> file : files.entrySet()) {
      Path path = out.resolve(file.getKey());
      if (!replace && Files.exists(path) && !Files.readString(path).equals(file.getValue())) {
        throw new IllegalArgumentException(
            "cannot write "
                + path
                + ": it exists and differs from the proposal, so somebody may have changed it;"
                + " nothing was written to it; give another --out, or --replace");
      }
    }
    for (Map.Entry<String, String> file : files.entrySet()) {
      Files.writeString(out.resolve(file.getKey()), file.getValue());
    }
    printed.println();
    printed.println("Wrote " + listed(List.copyOf(files.keySet())) + " to " + out + ".");
  }
}
