package org.portolan.cli.wiki;

import java.io.PrintWriter;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.portolan.cli.StoreOption;
import org.portolan.wiki.Comment;
import org.portolan.wiki.Listing;
import org.portolan.wiki.ListingRequest;
import org.portolan.wiki.RevisionInfo;
import org.portolan.wiki.Wiki;
import org.portolan.wiki.storage.WikiStorage;
import org.portolan.wikitext.site.Title;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code portolan wiki list}. */
@Command(
    name = "list",
    description = {
      "Lists pages, or the history, comments or links of a page, one entry a line.",
      ""
    },
    mixinStandardHelpOptions = true)
final class ListCommand implements Callable<Integer> {
  private static final int PAGE_ENTRIES = 1_000;

  /** The lists that can be printed. */
  enum What {
    PAGES,
    HISTORY,
    COMMENTS,
    BACKLINKS,
    MEMBERS,
    USES
  }

  @Mixin StoreOption store;

  @Parameters(
      index = "0",
      paramLabel = "WHAT",
      description = {
        "pages: all titles",
        "history: the revisions of TITLE, newest first: id, time, contributor, bytes, comment",
        "comments: the comments on TITLE, oldest first: time, contributor, text",
        "backlinks: the pages that link to TITLE",
        "members: the pages in category TITLE",
        "uses: the pages that use template TITLE"
      })
  What what;

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "TITLE",
      description = "The page; for members and uses the namespace may be left out.")
  String title;

  @Option(
      names = "--limit",
      paramLabel = "N",
      defaultValue = "9223372036854775807",
      showDefaultValue = picocli.CommandLine.Help.Visibility.NEVER,
      description = "List at most N entries (default: all).")
  long limit;

  @Option(
      names = "--from",
      paramLabel = "START",
      description = "Begin the list of pages at this title, which need not exist.")
  String from;

  @Spec CommandSpec spec;

  @Override
  public Integer call() {
    if ((title == null) != (what == What.PAGES)) {
      throw new ParameterException(
          spec.commandLine(),
          what == What.PAGES ? "pages takes no TITLE." : "TITLE is missing: name the page.");
    }
    if (from != null && what != What.PAGES) {
      throw new ParameterException(spec.commandLine(), "--from works only with pages.");
    }
    if (limit < 1) {
      throw new ParameterException(spec.commandLine(), "--limit must be at least 1.");
    }
    try (WikiStorage open = store.openWiki()) {
      Wiki wiki = open.wiki();
      PrintWriter out = spec.commandLine().getOut();
      switch (what) {
        case PAGES -> print(pages(wiki), Function.identity());
        case HISTORY -> {
          String full = Titles.normal(wiki, title);
          print(request -> wiki.history(full, request), ListCommand::line);
        }
        case COMMENTS -> {
          String full = Titles.normal(wiki, title);
          print(request -> wiki.comments(full, request), ListCommand::line);
        }
        case BACKLINKS -> {
          String full = Titles.normal(wiki, title);
          print(request -> wiki.backlinks(full, request), Function.identity());
        }
        case MEMBERS -> {
          String full = full(wiki, org.portolan.wikitext.site.Namespace.CATEGORY);
          print(request -> wiki.members(full, request), Function.identity());
        }
        case USES -> {
          String full = full(wiki, org.portolan.wikitext.site.Namespace.TEMPLATE);
          print(request -> wiki.uses(full, request), Function.identity());
        }
      }
      out.flush();
      return 0;
    }
  }

  private Function<ListingRequest, Listing<String>> pages(Wiki wiki) {
    if (from == null) {
      return wiki::titles;
    }
    // The beginning of a title need not itself be a valid title.
    String start = wiki.site().title(from).map(Title::full).orElse(from);
    return request -> wiki.titlesFrom(start, request);
  }

  private String full(Wiki wiki, int namespace) {
    return wiki.site()
        .title(title, namespace)
        .orElseThrow(
            () -> new IllegalArgumentException("'" + title + "' cannot be the title of a page"))
        .full();
  }

  private static String line(RevisionInfo revision) {
    return String.join(
        "\t",
        Long.toString(revision.id()),
        revision.timestamp().toString(),
        revision.contributor(),
        Integer.toString(revision.bytes()),
        revision.comment().replace('\n', ' '));
  }

  private static String line(Comment comment) {
    return String.join(
        "\t",
        comment.time().toString(),
        comment.contributor(),
        comment.text().replace('\n', ' ').replace('\t', ' '));
  }

  private <T> void print(Function<ListingRequest, Listing<T>> listing, Function<T, String> line) {
    PrintWriter out = spec.commandLine().getOut();
    long left = limit;
    Optional<String> after = Optional.empty();
    do {
      Listing<T> page =
          listing.apply(new ListingRequest((int) Math.min(left, PAGE_ENTRIES), after));
      page.entries().forEach(entry -> out.println(line.apply(entry)));
      left -= page.entries().size();
      after = page.next();
    } while (after.isPresent() && left > 0);
  }
}
