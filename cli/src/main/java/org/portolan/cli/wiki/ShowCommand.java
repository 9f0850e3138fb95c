package org.portolan.cli.wiki;

import java.io.PrintWriter;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.portolan.cli.StoreOption;
import org.portolan.wiki.Wiki;
import org.portolan.wiki.WikiPage;
import org.portolan.wiki.storage.WikiStorage;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code portolan wiki show}. */
@Command(
    name = "show",
    description = {"Prints the text of a page.", ""},
    mixinStandardHelpOptions = true,
    footer = {"", "Exit status 1 if there is no such page or revision."})
final class ShowCommand implements Callable<Integer> {
  @Mixin StoreOption store;

  @Parameters(paramLabel = "TITLE", description = "The title, as a link would name it.")
  String title;

  @Option(
      names = "--revision",
      paramLabel = "ID",
      description = "The id of an old revision, as 'wiki list history' shows it.")
  Long revision;

  @Spec CommandSpec spec;

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    try (WikiStorage open = store.openWiki()) {
      Wiki wiki = open.wiki();
      String full = Titles.normal(wiki, title);
      Optional<WikiPage> page = revision == null ? wiki.page(full) : wiki.revision(full, revision);
      if (page.isEmpty()) {
        spec.commandLine()
            .getErr()
            .println(
                "portolan: there is no page '"
                    + full
                    + "'"
                    + (revision == null ? "" : " with a revision " + revision));
        return 1;
      }
      out.println(page.get().text());
      return 0;
    }
  }
}
