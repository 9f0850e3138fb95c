package org.portolan.cli.wiki;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.portolan.wiki.dump.DumpOptions;
import org.portolan.wiki.load.DumpSource;
import org.portolan.wiki.storage.WikiStorage;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code portolan wiki import}. */
@Command(
    name = "import",
    description = {
      "Imports a MediaWiki XML dump (schemas 0.3 to 0.11; plain, gz, bz2 or 7z). Pages that the"
          + " store has keep their revisions. An interrupted import continues with --resume.",
      ""
    },
    mixinStandardHelpOptions = true,
    footer = {"", "Exit status 1 if a page could not be imported."})
final class ImportCommand implements Callable<Integer> {
  @Mixin ModelOption store;

  @Parameters(paramLabel = "FILE", description = "The dump.")
  Path file;

  @Option(names = "--current", description = "Import the newest revision of each page only.")
  boolean current;

  @Option(names = "--resume", description = "Continue an interrupted import of this dump.")
  boolean resume;

  @Spec CommandSpec spec;

  @Override
  public Integer call() {
    DumpOptions options = current ? DumpOptions.current() : DumpOptions.all();
    PrintWriter err = spec.commandLine().getErr();
    try (DumpSource source = DumpSource.open(file, options, err::println);
        WikiStorage open = store.open(resume)) {
      return ImportRun.run(open, source, resume, spec.commandLine().getOut(), err);
    }
  }
}
