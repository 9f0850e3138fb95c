package org.portolan.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
import org.portolan.data.Store;
import org.portolan.design.DesignReader;
import org.portolan.dump.StoreImport;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code portolan import}. */
@Command(
    name = "import",
    description = {
      "Puts the rows of an export into a store that has none of them, on any engine and in any"
          + " design with a place for them; indexes and counters follow. Creates the store if there"
          + " is none. An interrupted import continues when the same command runs again.",
      ""
    },
    mixinStandardHelpOptions = true)
final class StoreImportCommand implements Callable<Integer> {
  @Option(
      names = "--in",
      required = true,
      paramLabel = "DIR",
      description = "The directory of an export.")
  Path directory;

  @Mixin StoreOption store;

  @Option(
      names = "--design",
      paramLabel = "FILE",
      description =
          "The design of the store (default: that of the store, or that of the export if there is"
              + " no store).")
  Path design;

  @Spec CommandSpec spec;

  @Override
  public Integer call() {
    StoreOption.requireStore(store.uri);
    PrintWriter out = spec.commandLine().getOut();
    AtomicReference<Progress> shown = new AtomicReference<>();
    StoreImport work =
        new StoreImport(
            directory, rows -> Optional.ofNullable(shown.get()).ifPresent(p -> p.reached(rows)));
    try (Store open = work.open(store.uri, Optional.ofNullable(design).map(DesignReader::read));
        Progress progress =
            new Progress(
                "import",
                "rows",
                OptionalLong.of(work.expectedRows()),
                spec.commandLine().getErr())) {
      shown.set(progress);
      StoreImport.Summary summary = work.run(open);
      if (summary.finishedBefore()) {
        out.println("the store has this export already; nothing was changed");
      } else {
        out.println(summary + String.format(Locale.ROOT, " seconds=%.1f", progress.seconds()));
      }
      return 0;
    }
  }
}
