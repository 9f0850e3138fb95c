package org.portolan.wiki.render;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.portolan.wiki.dump.DumpItem.DumpPage;
import org.portolan.wiki.dump.DumpOptions;
import org.portolan.wiki.dump.DumpReader;
import org.portolan.wikitext.expand.Addresses;
import org.portolan.wikitext.expand.Expander;
import org.portolan.wikitext.expand.PageFacts;
import org.portolan.wikitext.expand.PageText;
import org.portolan.wikitext.expand.PageTexts;
import org.portolan.wikitext.expand.RecentParsedTexts;
import org.portolan.wikitext.html.HtmlRenderer;
import org.portolan.wikitext.html.InterwikiMap;
import org.portolan.wikitext.html.PageContext;
import org.portolan.wikitext.limit.Allowance;
import org.portolan.wikitext.limit.TextLimitException;
import org.portolan.wikitext.limit.TextLimits;
import org.portolan.wikitext.site.SiteInfo;
import org.portolan.wikitext.site.Title;
import org.portolan.wikitext.text.LinkExtractor;

/**
 * A study, run by name only: measures how many articles of a dump one thread renders in a second of
 * processor time: expansion and HTML, the templates in memory. Prints a line for each round; the
 * first begins cold. Properties: {@code portolan.dump}, the file; {@code .rounds}.
 */
class RenderRate {
  private static final String PREFIX = "portolan.dump";

  private record Article(Title title, String text) {}

  private SiteInfo site;
  private final Map<String, PageText> pages = new HashMap<>();
  private final List<Article> articles = new ArrayList<>();
  private Expander expander;
  private long expandNanos;
  private long htmlNanos;
  private long chars;
  private int refused;

  @Test
  void render_articlesOfDump_rate() {
    var dump = System.getProperty(PREFIX);
    if (dump == null) {
      throw new IllegalStateException("name a dump: -D" + PREFIX + "=FILE");
    }
    try (var reader = DumpReader.open(Path.of(dump), DumpOptions.current())) {
      site = reader.site();
      expander =
          new Expander(site, Addresses.LOCAL, new RecentParsedTexts(256L << 20), Clock.systemUTC());
      read(reader);
      int rounds = Integer.getInteger(PREFIX + ".rounds", 6);
      for (int i = 1; i <= rounds; i++) {
        round(i);
      }
    }
  }

  private void read(DumpReader reader) {
    var redirects = new LinkExtractor(site);
    for (var item = reader.next(); item.isPresent(); item = reader.next()) {
      if (!(item.get() instanceof DumpPage page)) {
        continue;
      }
      var title = site.pageTitle(page.history().title());
      var text = page.history().revisions().get(page.history().revisions().size() - 1).text();
      if (title.isEmpty()) {
        continue;
      }
      var redirect = redirects.redirect(title.get(), text);
      pages.put(title.get().full(), new PageText(1, text, redirect));
      if (title.get().namespace() == 0 && redirect.isEmpty()) {
        articles.add(new Article(title.get(), text));
      }
    }
  }

  private void round(int number) {
    expandNanos = 0;
    htmlNanos = 0;
    chars = 0;
    refused = 0;
    long wall = System.nanoTime();
    articles.forEach(this::render);
    double seconds = (expandNanos + htmlNanos) / 1e9;
    System.out.printf(
        "round %d: %d articles, %.0f pages/s of processor time (%.0f of wall time), "
            + "expansion %.2f s, HTML %.2f s, %d characters of HTML, %d refused%n",
        number,
        articles.size(),
        articles.size() / seconds,
        articles.size() / ((System.nanoTime() - wall) / 1e9),
        expandNanos / 1e9,
        htmlNanos / 1e9,
        chars,
        refused);
  }

  private void render(Article article) {
    PageTexts texts =
        (included, probed) -> {
          var found = new HashMap<String, PageText>();
          for (var titles : List.of(included, probed)) {
            for (var title : titles) {
              if (pages.containsKey(title)) {
                found.put(title, pages.get(title));
              }
            }
          }
          return found;
        };
    try {
      var allowance = new Allowance(TextLimits.DEFAULT);
      long start = processorNanos();
      var page = PageFacts.unsaved(article.title(), Instant.EPOCH);
      var expanded = expander.expand(page, article.text(), texts, allowance);
      long between = processorNanos();
      var context = new PageContext(article.title(), site, InterwikiMap.NONE, Set.of());
      chars += HtmlRenderer.render(context, expanded, allowance).body().length();
      expandNanos += between - start;
      htmlNanos += processorNanos() - between;
    } catch (TextLimitException e) {
      refused++;
      System.out.println(article.title() + ": " + e.getMessage());
    }
  }

  private static long processorNanos() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }
}
