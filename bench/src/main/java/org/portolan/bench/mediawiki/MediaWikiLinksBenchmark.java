package org.portolan.bench.mediawiki;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.portolan.bench.api.BenchOptions;
import org.portolan.bench.api.Benchmark;
import org.portolan.bench.api.BenchmarkFailedException;
import org.portolan.bench.api.LiveLine;
import org.portolan.bench.api.Parameter;
import org.portolan.bench.api.Report;
import org.portolan.bench.api.Summary;
import org.portolan.bench.api.Table;
import org.portolan.bench.api.Text;
import org.portolan.wikitext.limit.TextLimitException;
import org.portolan.wikitext.site.Namespace;
import org.portolan.wikitext.site.SiteInfo;
import org.portolan.wikitext.text.PageLinks;

/** What the wiki finds in the pages of a dump, held beside the tables of MediaWiki. */
public final class MediaWikiLinksBenchmark extends Benchmark {

  public MediaWikiLinksBenchmark() {
    super(
        "mediawiki-links",
        "Links, categories and template uses of a dump's pages, compared with MediaWiki's tables.",
        List.of(
            Parameter.path("dump", "The dump of the wiki: an XML export, compressed or not."),
            Parameter.path(
                "tables",
                "A directory with page, pagelinks, categorylinks, templatelinks and linktarget of"
                    + " the same wiki as .sql or .sql.gz, as mysqldump writes them."),
            Parameter.whole(
                "differences", 0, 1_000_000, 0, "How many differences of each kind to print.")));
  }

  /** How many titles both have, and how many only one of them. */
  private static final class Tally {
    private long both;
    private long ours;
    private long theirs;

    void add(Set<String> our, Set<String> their) {
      ours += our.size();
      theirs += their.size();
      both += our.stream().filter(their::contains).count();
    }

    double precision() {
      return ours == 0 ? 1 : (double) both / ours;
    }

    double recall() {
      return theirs == 0 ? 1 : (double) both / theirs;
    }

    void row(Table table, String relation, String pages) {
      table.row(
          relation,
          pages,
          Text.format("%,d", ours),
          Text.format("%,d", theirs),
          Text.format("%,d", both),
          Text.format("%.2f %%", 100 * precision()),
          Text.format("%.2f %%", 100 * recall()));
    }
  }

  /** The figures of one relation. */
  private static final class Figures {
    private final Tally all = new Tally();
    private final Tally withoutLua = new Tally();
    private final List<String> missing = new ArrayList<>();
    private final List<String> extra = new ArrayList<>();
  }

  @Override
  public void run(BenchOptions options, PrintWriter out, LiveLine live) {
    Path dump = required(options, "dump");
    Path directory = required(options, "tables");
    Report report = Report.begin(this, options, out);
    DumpWiki wiki = DumpWiki.read(dump);
    MediaWikiTables tables;
    try {
      tables = MediaWikiTables.read(directory, wiki.site());
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the tables in " + directory, e);
    }
    compare(wiki, tables, options.integer("differences"), report);
  }

  private static Path required(BenchOptions options, String name) {
    return options
        .path(name)
        .orElseThrow(() -> new IllegalArgumentException("the comparison needs --" + name));
  }

  private static void compare(
      DumpWiki wiki, MediaWikiTables tables, int differences, Report report) {
    Map<Relation, Figures> figures = new EnumMap<>(Relation.class);
    for (Relation relation : Relation.values()) {
      figures.put(relation, new Figures());
    }
    long compared = 0;
    long withLua = 0;
    long different = 0;
    List<String> refused = new ArrayList<>();
    for (DumpWiki.Page page : wiki.pages()) {
      String title = page.title().full();
      if (!page.wikitext()) {
        continue;
      }
      if (tables.bytes(title).filter(bytes -> bytes == page.bytes()).isEmpty()) {
        different++;
        continue;
      }
      PageLinks ours;
      try {
        ours = wiki.links(page);
      } catch (TextLimitException e) {
        refused.add(title + ": " + e.getMessage());
        ours = PageLinks.NONE;
      }
      compared++;
      boolean lua =
          invokes(wiki.site(), ours.templates())
              || invokes(wiki.site(), tables.of(Relation.TEMPLATES, title));
      withLua += lua ? 1 : 0;
      for (Relation relation : Relation.values()) {
        add(figures.get(relation), title, relation.of(ours), tables.of(relation, title), lua);
      }
    }
    if (compared == 0) {
      throw new BenchmarkFailedException(
          "no page of the dump is in the tables with the same length");
    }
    report.text(
        Text.format(
            "%,d pages compared, %,d of them use Lua, %,d were refused; %,d have another length in"
                + " the tables or are missing there%n%n",
            compared, withLua, refused.size(), different));
    print(figures, report);
    figures.forEach(
        (relation, of) -> {
          print("only MediaWiki, " + relation.label, of.missing, differences, report);
          print("only we, " + relation.label, of.extra, differences, report);
        });
    print("refused", refused, differences, report);
    Summary summary = new Summary().add("pages", compared);
    figures.forEach(
        (relation, of) ->
            summary
                .add(relation.table + "-precision", 100 * of.withoutLua.precision())
                .add(relation.table + "-recall", 100 * of.withoutLua.recall()));
    report.end(summary);
  }

  private static boolean invokes(SiteInfo site, Set<String> titles) {
    return titles.stream()
        .anyMatch(
            title ->
                site.pageTitle(title)
                    .filter(each -> each.namespace() == Namespace.MODULE)
                    .isPresent());
  }

  private static void add(
      Figures figures, String title, Set<String> our, Set<String> their, boolean lua) {
    figures.all.add(our, their);
    if (lua) {
      return;
    }
    figures.withoutLua.add(our, their);
    difference(their, our).forEach(to -> figures.missing.add(title + " -> " + to));
    difference(our, their).forEach(to -> figures.extra.add(title + " -> " + to));
  }

  private static Set<String> difference(Set<String> of, Set<String> without) {
    Set<String> difference = new TreeSet<>(of);
    difference.removeAll(without);
    return difference;
  }

  private static void print(Map<Relation, Figures> figures, Report report) {
    Table table = new Table("", "pages", "ours", "MediaWiki's", "both", "precision", "recall");
    figures.forEach(
        (relation, of) -> {
          of.all.row(table, relation.label, "all");
          of.withoutLua.row(table, "", "without Lua");
        });
    report.table(table);
  }

  private static void print(String what, List<String> lines, int most, Report report) {
    if (most > 0 && !lines.isEmpty()) {
      report.text(Text.format("%n%s: %,d%n", what, lines.size()));
      lines.stream().limit(most).forEach(line -> report.text("  " + line + "\n"));
    }
  }
}
