package org.portolan.wikitext.html.study;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.PrintStream;
import java.net.URLEncoder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.portolan.wikitext.expand.Addresses;
import org.portolan.wikitext.expand.Expander;
import org.portolan.wikitext.expand.PageFacts;
import org.portolan.wikitext.expand.PageText;
import org.portolan.wikitext.expand.PageTexts;
import org.portolan.wikitext.expand.ParsedTexts;
import org.portolan.wikitext.html.HtmlRenderer;
import org.portolan.wikitext.html.InterwikiMap;
import org.portolan.wikitext.html.PageContext;
import org.portolan.wikitext.limit.Allowance;
import org.portolan.wikitext.limit.TextLimits;
import org.portolan.wikitext.site.SiteInfo;
import org.portolan.wikitext.text.LinkExtractor;

/**
 * Counts how many of MediaWiki's parser tests this renderer gives the right structure, as {@link
 * Structure} defines it. The tests are not a part of this project (they are GPL): name the folder
 * of a checkout of Parsoid that has them, {@code tests/parser}.
 */
public final class ParserTestsStudy {
  /** Renders the text of a test. */
  @FunctionalInterface
  public interface Candidate {
    String html(
        String title, SiteInfo site, boolean subpages, String text, Map<String, String> pages);
  }

  /** How many tests are right, of how many: for tuning, and for judging. */
  private static final class Count {
    final int[] right = new int[2];
    final int[] all = new int[2];
  }

  private static final Instant NOW = Instant.parse("1970-01-01T00:02:03Z");
  private static final Addresses ADDRESSES =
      new Addresses("http://example.org", "/wiki/", "/index.php");

  private final Candidate candidate;
  private final Map<String, Count> groups = new TreeMap<>();
  private final Map<String, Integer> skipped = new TreeMap<>();

  private ParserTestsStudy(Candidate candidate) {
    this.candidate = candidate;
  }

  /**
   * Prints the table of groups.
   *
   * @param args the folder; then optionally the name of a group whose failures to print, "all" for
   *     all, and a part of the test's name. Only tests for tuning are printed
   */
  public static void main(String[] args) throws IOException {
    run(ParserTestsStudy::render, args, System.out);
  }

  /** Runs all tests of a folder with a renderer. */
  public static void run(Candidate candidate, String[] args, PrintStream out) throws IOException {
    var folder = Path.of(args[0]);
    if (!Files.isRegularFile(folder.resolve("parserTests.txt"))) {
      throw new IllegalArgumentException("no parserTests.txt in " + folder.toAbsolutePath());
    }
    var study = new ParserTestsStudy(candidate);
    var common = new HashMap<String, String>();
    var general = ParserTestFile.read(folder.resolve("parserTests.txt"), common);
    var tests = new ArrayList<>(general);
    try (var files = Files.list(folder)) {
      for (var file : (Iterable<Path>) files.sorted()::iterator) {
        var name = file.getFileName().toString();
        if (name.endsWith(".txt") && !name.equals("parserTests.txt")) {
          tests.addAll(ParserTestFile.read(file, new HashMap<>(common)));
        }
      }
    }
    for (var test : tests) {
      study.run(test, args, out);
    }
    study.print(out);
  }

  private void run(ParserTest test, String[] args, PrintStream out) {
    var reason = test.reasonToSkip();
    if (reason.isPresent()) {
      skipped.merge(reason.get(), 1, Integer::sum);
      return;
    }
    var expected = Structure.of(test.html().get());
    String html;
    String actual;
    try {
      html = html(test);
      actual = Structure.of(html);
    } catch (RuntimeException e) {
      html = e.toString();
      actual = e + " " + List.of(e.getStackTrace()).stream().limit(4).toList();
    }
    int half = test.isForTuning() ? 0 : 1;
    var count = groups.computeIfAbsent(test.group(), each -> new Count());
    count.all[half]++;
    if (expected.equals(actual)) {
      count.right[half]++;
    } else if (half == 0
        && args.length > 1
        && (args[1].equals("all") || test.group().contains(args[1]))
        && (args.length < 3 || test.name().contains(args[2]))) {
      out.printf(
          "#### %s: %s%n---- text%n%s%n---- expected%n%s%n---- actual%n%s%n---- html%n%s%n%n",
          test.group(), test.name(), test.wikitext(), expected, actual, html);
    }
  }

  private String html(ParserTest test) {
    return candidate.html(
        test.option("title").orElse("Parser test"),
        site(test.option("language").orElse("en")),
        test.hasOption("subpage"),
        test.wikitext(),
        test.pages());
  }

  private static SiteInfo site(String language) {
    return SiteInfo.standard("TestWiki", language);
  }

  private void print(PrintStream out) {
    var sum = new Count();
    out.printf("%-32s %16s %16s%n", "group", "tuning", "judging");
    groups.forEach(
        (name, count) -> {
          row(out, name, count);
          for (int half = 0; half < 2; half++) {
            sum.right[half] += count.right[half];
            sum.all[half] += count.all[half];
          }
        });
    row(out, "all", sum);
    out.println("skipped: " + skipped);
  }

  private static void row(PrintStream out, String name, Count count) {
    out.printf("%-32s", name);
    for (int half = 0; half < 2; half++) {
      int all = count.all[half];
      int right = count.right[half];
      out.printf(" %4d/%4d %5.1f %%", right, all, all == 0 ? 100 : 100.0 * right / all);
    }
    out.println();
  }

  /** The prefixes of MediaWiki's test wiki. */
  private static final InterwikiMap INTERWIKI =
      new InterwikiMap(
          Map.ofEntries(
              Map.entry("wikipedia", "http://en.wikipedia.org/wiki/$1"),
              Map.entry("meatball", "http://www.usemod.com/cgi-bin/mb.pl?$1"),
              Map.entry("memoryalpha", "http://www.memory-alpha.org/en/index.php/$1"),
              Map.entry("gerrit", "https://gerrit.wikimedia.org/$1"),
              Map.entry("zh", "http://zh.wikipedia.org/wiki/$1"),
              Map.entry("es", "http://es.wikipedia.org/wiki/$1"),
              Map.entry("fr", "http://fr.wikipedia.org/wiki/$1"),
              Map.entry("ru", "http://ru.wikipedia.org/wiki/$1"),
              Map.entry("en", "http://en.wikipedia.org/wiki/$1"),
              Map.entry("ko", "http://ko.wikipedia.org/wiki/$1"),
              Map.entry("mul", "http://wikisource.org/wiki/$1")),
          Set.of("zh", "es", "fr", "ru", "en", "mul"),
          Set.of("local", "mi"));

  static PageContext context(String title, SiteInfo site, boolean subpages) {
    return new PageContext(
        site.title(title).orElseThrow(),
        site,
        INTERWIKI,
        subpages ? Set.of(0, 1, 2, 3, 4, 5, 10, 11) : Set.of(1, 2, 3, 4, 5, 10, 11));
  }

  private static String render(
      String title, SiteInfo site, boolean subpages, String text, Map<String, String> pages) {
    var texts = new HashMap<String, String>();
    pages.forEach(
        (name, content) -> site.title(name).ifPresent(each -> texts.put(each.full(), content)));
    var context = context(title, site, subpages);
    var allowance = new Allowance(TextLimits.DEFAULT);
    var expander =
        new Expander(site, ADDRESSES, ParsedTexts.NONE, Clock.fixed(NOW, ZoneOffset.UTC));
    var expanded =
        expander.expand(
            PageFacts.unsaved(context.title(), NOW), text, read(site, texts), allowance);
    return HtmlRenderer.render(context, expanded, allowance).body().html(ParserTestsStudy::link);
  }

  private static Set<String> concat(Set<String> one, Set<String> other) {
    var all = new HashSet<>(one);
    all.addAll(other);
    return all;
  }

  private static PageTexts read(SiteInfo site, Map<String, String> texts) {
    var redirects = new LinkExtractor(site);
    return (included, probed) -> {
      var found = new HashMap<String, PageText>();
      for (var title : concat(included, probed)) {
        var text = texts.get(title);
        if (text != null) {
          var redirect = redirects.redirect(site.title(title).orElseThrow(), text);
          found.put(title, new PageText(1, text, redirect));
        }
      }
      return found;
    };
  }

  static void link(String title, String fragment, StringBuilder html) {
    html.append(" href=\"/wiki/").append(URLEncoder.encode(title, UTF_8).replace('+', '_'));
    html.append(fragment.replace("\"", "&quot;")).append('"');
  }
}
