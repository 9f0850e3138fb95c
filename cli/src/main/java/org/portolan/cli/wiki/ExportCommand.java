package org.portolan.cli.wiki;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import org.portolan.cli.Progress;
import org.portolan.cli.StoreOption;
import org.portolan.wiki.Wiki;
import org.portolan.wiki.dump.DumpOptions.Revisions;
import org.portolan.wiki.load.WikiExport;
import org.portolan.wiki.storage.WikiStorage;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code portolan wiki export}. */
@Command(
    name = "export",
    description = {
      "Writes a wiki as a MediaWiki XML dump (schema 0.11) that MediaWiki and its tools read.",
      ""
    },
    mixinStandardHelpOptions = true)
final class ExportCommand implements Callable<Integer> {
  @Mixin StoreOption store;

  @Parameters(
      paramLabel = "FILE",
      description = "The file to write; compressed if its name ends in .gz.")
  Path file;

  @Option(names = "--current", description = "Export the newest revision of each page only.")
  boolean current;

  @Spec CommandSpec spec;

  @Override
  public Integer call() {
    try (WikiStorage open = store.openWiki()) {
      Wiki wiki = open.wiki();
      try (Progress progress =
          new Progress(
              "export",
              "pages",
              OptionalLong.of(wiki.statistics().pages()),
              spec.commandLine().getErr())) {
        WikiExport.Summary summary =
            new WikiExport(
                    wiki,
                    current ? Revisions.CURRENT : Revisions.ALL,
                    reached -> progress.reached(reached.pages()))
                .run(file);
        // What is not a file may be the standard output.
        (Files.isRegularFile(file) ? spec.commandLine().getOut() : spec.commandLine().getErr())
            .println(summary);
        return 0;
      }
    }
  }
}
