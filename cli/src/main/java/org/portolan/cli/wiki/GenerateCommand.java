package org.portolan.cli.wiki;

import java.util.concurrent.Callable;
import org.portolan.wiki.load.SyntheticSource;
import org.portolan.wiki.storage.WikiStorage;
import org.portolan.wiki.synthetic.SyntheticWiki;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code portolan wiki generate}. */
@Command(
    name = "generate",
    description = {
      "Fills a store with the synthetic wiki of Klencke 2010: pages of 8 KB with 10 links each,"
          + " named by their numbers (page 523 is FfCcDd), all from a seed.",
      ""
    },
    mixinStandardHelpOptions = true)
final class GenerateCommand implements Callable<Integer> {
  @Mixin ModelOption store;

  @Option(
      names = "--pages",
      paramLabel = "N",
      defaultValue = "100000",
      description = "The number of pages (default: ${DEFAULT-VALUE}).")
  int pages;

  @Option(
      names = "--categories",
      paramLabel = "N",
      defaultValue = "0",
      description = "Put each page in one of N categories (default: ${DEFAULT-VALUE}, none).")
  int categories;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "The seed of texts and links (default: ${DEFAULT-VALUE}).")
  long seed;

  @Option(names = "--resume", description = "Continue an interrupted run.")
  boolean resume;

  @Spec CommandSpec spec;

  @Override
  public Integer call() {
    requireAtLeast(1, "--pages", pages);
    requireAtLeast(0, "--categories", categories);
    String identity = "seed " + seed + ", " + pages + " pages, " + categories + " categories";
    SyntheticWiki wiki = new SyntheticWiki(seed, pages, categories);
    try (SyntheticSource source = new SyntheticSource(wiki, identity);
        WikiStorage open = store.open(resume)) {
      return ImportRun.run(
          open, source, resume, spec.commandLine().getOut(), spec.commandLine().getErr());
    }
  }

  private void requireAtLeast(int least, String option, int number) {
    if (number < least) {
      throw new ParameterException(
          spec.commandLine(), option + " must be at least " + least + ", not " + number);
    }
  }
}
