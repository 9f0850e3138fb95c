package org.portolan.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import org.portolan.dump.DumpCheck;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code portolan dump-check}. */
@Command(
    name = "dump-check",
    description = {
      "Verifies an export without a store: every byte by its checksum, and every line against the"
          + " design and the manifest.",
      ""
    },
    mixinStandardHelpOptions = true,
    footer = {"", "Exit status 1 if anything is damaged, missing or additional."})
final class DumpCheckCommand implements Callable<Integer> {
  @Option(
      names = "--in",
      required = true,
      paramLabel = "DIR",
      description = "The directory of an export.")
  Path directory;

  @Spec CommandSpec spec;

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    try (Progress progress =
        new Progress("check", "rows", OptionalLong.empty(), spec.commandLine().getErr())) {
      DumpCheck.Result result = new DumpCheck(directory, out::println, progress::reached).run();
      out.println(result);
      return result.isClean() ? 0 : 1;
    }
  }
}
