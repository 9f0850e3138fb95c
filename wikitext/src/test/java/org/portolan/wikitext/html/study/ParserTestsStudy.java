package org.portolan.wikitext.html.study;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.URLEncoder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
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
 * A study, run by name only: counts how many of MediaWiki's parser tests this renderer gives the
 * right structure, as {@link Structure} defines it. The tests are not a part of this project (they
 * are GPL). Properties: {@code portolan.parsertests}, the folder {@code tests/parser} of a checkout
 * of Parsoid; {@code .print}, a group whose failures to print.
 */
class ParserTestsStudy {
  /** Renders the text of a test. */
  @FunctionalInterface
  interface Candidate {
    String html(
        String title, SiteInfo site, boolean subpages, String text, Map<String, String> pages);
  }

  private static final String PREFIX = "portolan.parsertests";
  private static final Instant NOW = Instant.parse("1970-01-01T00:02:03Z");
  private static final Addresses ADDRESSES =
      new Addresses("http://example.org", "/wiki/", "/index.php");

  @Test
  void render_parserTests_structureByGroup() throws IOException {
    var folder = System.getProperty(PREFIX);
    if (folder == null) {
      throw new IllegalStateException("name the folder of the tests: -D" + PREFIX + "=...");
    }
    run(ParserTestsStudy::render, Path.of(folder), System.getProperty(PREFIX + ".print", ""));
  }

  /**
   * Runs all tests of a folder with a renderer, and prints the table of groups.
   *
   * @param print the group whose failures to print, "all" for all, empty for none; only tests for
   *     tuning are printed
   */
  static void run(Candidate candidate, Path folder, String print) throws IOException {
    if (!Files.isRegularFile(folder.resolve("parserTests.txt"))) {
      throw new IllegalArgumentException("no parserTests.txt in " + folder.toAbsolutePath());
    }
    var tally = new StructureTally(candidate, print);
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
    tests.forEach(tally::run);
    tally.print();
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

  /** Returns the text of a test as it would be saved. */
  static String saved(String title, SiteInfo site, String text, Map<String, String> pages) {
    var texts = new HashMap<String, String>();
    pages.forEach(
        (name, content) -> site.title(name).ifPresent(each -> texts.put(each.full(), content)));
    var page = new PageFacts(site.title(title).orElseThrow(), 0, 0, NOW, "127.0.0.1", 0);
    return new Expander(site, ADDRESSES, ParsedTexts.NONE, Clock.fixed(NOW, ZoneOffset.UTC))
        .saved(page, text, read(site, texts), new Allowance(TextLimits.DEFAULT))
        .stripTrailing();
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
