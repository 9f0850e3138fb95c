package org.portolan.cli;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.portolan.bench.Benchmarks;
import org.portolan.bench.api.BenchOptions;
import org.portolan.bench.api.Benchmark;
import org.portolan.bench.api.Parameter;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IModelTransformer;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Unmatched;

/** {@code portolan bench run}: a subcommand for each benchmark, with its parameters as options. */
@Command(
    name = "run",
    description = {
      "Runs a benchmark: prints the machine, a table and a last line of name=value pairs.",
      ""
    },
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "NAME",
    modelTransformer = BenchRunCommand.AddBenchmarks.class)
final class BenchRunCommand implements Runnable {
  @Spec CommandSpec spec;

  /** Runs if no benchmark is named. */
  @Unmatched List<String> unknown = new ArrayList<>();

  @Override
  public void run() {
    String message =
        unknown.isEmpty()
            ? "The benchmark is missing: name one of " + Benchmarks.names()
            : "There is no benchmark '" + unknown.get(0) + "'; there are " + Benchmarks.names();
    throw new ParameterException(spec.commandLine(), message);
  }

  /** Adds the registered benchmarks to the command. */
  static final class AddBenchmarks implements IModelTransformer {
    @Override
    public CommandSpec transform(CommandSpec run) {
      return add(run, Benchmarks.all());
    }

    /** Adds a subcommand for each of some benchmarks. */
    static CommandSpec add(CommandSpec run, List<Benchmark> benchmarks) {
      for (Benchmark benchmark : benchmarks) {
        CommandSpec command = CommandSpec.forAnnotatedObject(new One(benchmark));
        command.name(benchmark.name());
        command.usageMessage().description(literally(benchmark.description()), "");
        benchmark.parameters().forEach(parameter -> command.addOption(option(parameter)));
        run.addSubcommand(benchmark.name(), new CommandLine(command));
      }
      return run;
    }
  }

  /** One benchmark as a command. */
  @Command(mixinStandardHelpOptions = true)
  static final class One implements Runnable {
    private final Benchmark benchmark;

    @Spec CommandSpec spec;

    One(Benchmark benchmark) {
      this.benchmark = benchmark;
    }

    @Override
    public void run() {
      BenchRunCommand.run(benchmark, given(benchmark, spec), spec);
    }
  }

  /** Escapes a text for picocli, which treats help texts as format strings. */
  private static String literally(String text) {
    return text.replace("%", "%%");
  }

  /** Returns a parameter as an option. */
  static OptionSpec option(Parameter parameter) {
    String shown = parameter.defaultValue();
    String ending = shown.isEmpty() ? "" : " Default: " + shown + ".";
    return OptionSpec.builder("--" + parameter.name())
        .type(String.class)
        .paramLabel(parameter.kind().label())
        .completionCandidates(parameter.kind().words().isEmpty() ? null : parameter.kind().words())
        .description(literally(parameter.description() + ending))
        .build();
  }

  /** Returns the typed values of a benchmark's parameters. */
  static Map<String, String> given(Benchmark benchmark, CommandSpec spec) {
    Map<String, String> given = new LinkedHashMap<>();
    for (Parameter parameter : benchmark.parameters()) {
      OptionSpec option = spec.findOption("--" + parameter.name());
      if (option != null && option.getValue() != null) {
        given.put(parameter.name(), option.getValue());
      }
    }
    return given;
  }

  /** Runs a benchmark for a command. */
  static void run(Benchmark benchmark, Map<String, String> given, CommandSpec spec) {
    BenchOptions options;
    try {
      options = BenchOptions.of(benchmark, given);
      benchmark.requireFitting(options);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
    try (StatusLine status = new StatusLine(spec.commandLine().getErr())) {
      benchmark.run(options, spec.commandLine().getOut(), status);
    }
  }
}
