package org.portolan.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import org.portolan.data.Store;
import org.portolan.dump.StoreExport;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code portolan export}. */
@Command(
    name = "export",
    description = {
      "Writes all rows of a store with their items into a directory: a backup, and the way to"
          + " another engine or design. Writers can continue meanwhile. An interrupted export"
          + " continues when the same command runs again. Items whose row does not exist are left"
          + " out and counted. 'docs/dump-format.md' describes the files.",
      ""
    },
    mixinStandardHelpOptions = true)
final class StoreExportCommand implements Callable<Integer> {
  @Mixin StoreOption store;

  @Option(
      names = "--out",
      required = true,
      paramLabel = "DIR",
      description = "The directory to write: new, empty, or with this export interrupted.")
  Path directory;

  @Spec CommandSpec spec;

  @Override
  public Integer call() {
    PrintWriter err = spec.commandLine().getErr();
    try (Store open = store.open();
        Progress progress = new Progress("export", "rows", OptionalLong.empty(), err)) {
      StoreExport.Summary summary =
          new StoreExport(open, directory, StoreExport.Options.DEFAULT, progress::reached).run();
      spec.commandLine()
          .getOut()
          .println(summary + String.format(Locale.ROOT, " seconds=%.1f", progress.seconds()));
      summary
          .leftOut()
          .warning()
          .ifPresent(warning -> err.println("portolan: warning: " + warning));
      return 0;
    }
  }
}
