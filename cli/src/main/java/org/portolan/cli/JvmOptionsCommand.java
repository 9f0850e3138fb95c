package org.portolan.cli;

import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import org.portolan.engine.EngineProvider;
import org.portolan.engine.Engines;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code portolan jvm-options}. */
@Command(
    name = "jvm-options",
    description = {
      "Prints the options with which the Java machine of an application must be started so that it"
          + " can open stores of an engine. Keep the output in a file and start 'java @FILE ...'."
          + " The command portolan itself adds them.",
      ""
    },
    mixinStandardHelpOptions = true)
final class JvmOptionsCommand implements Callable<Integer> {
  @Parameters(
      arity = "0..1",
      paramLabel = "ENGINE",
      description = "cassandra, hbase, ignite or rocksdb (default: all).")
  String engine;

  @Spec CommandSpec spec;

  @Override
  public Integer call() {
    List<EngineProvider> engines = engine == null ? Engines.all() : List.of(find(engine));
    PrintWriter out = spec.commandLine().getOut();
    for (EngineProvider each : engines) {
      List<String> options = each.jvmOptions();
      out.println("# " + each.scheme() + (options.isEmpty() ? ": none" : ""));
      options.forEach(out::println);
    }
    return 0;
  }

  private EngineProvider find(String scheme) {
    try {
      return Engines.provider(scheme);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
  }
}
