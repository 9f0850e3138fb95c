package org.portolan.wikitext.expand;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.portolan.wikitext.examples.ExampleFile;
import org.portolan.wikitext.limit.Allowance;
import org.portolan.wikitext.limit.TextLimits;
import org.portolan.wikitext.site.SiteInfo;

/** Expands examples as texts of the page "Project:Charts/Baltic/Riga". */
final class ExpandScript {
  static final Instant NOW = Instant.parse("2024-02-29T22:30:05Z");

  private ExpandScript() {}

  /** Expands the input of an example and returns what becomes of it. */
  static String expand(ExampleFile.Example example, SiteInfo site) {
    var expander = expander(site);
    var title = site.title("Project:Charts/Baltic/Riga").orElseThrow();
    var page = new PageFacts(title, 42, 1234, Instant.parse("2011-12-13T14:15:16Z"), "Anna", 77);
    var expanded =
        expander.expand(
            page,
            example.input(),
            new TestPages(example.pages()),
            new Allowance(TextLimits.DEFAULT));
    var lines = new StringBuilder(expanded.text().replace(Strip.MARK, '~')).append('\n');
    for (int i = 0; i < expanded.strips().size(); i++) {
      var strip = expanded.strips().get(i);
      lines.append("strip ").append(i).append(": ").append(strip.tag());
      lines.append(' ').append(strip.attributes()).append(' ');
      lines.append(strip.body().map(body -> '"' + body.replace(Strip.MARK, '~') + '"').orElse("-"));
      lines.append('\n');
    }
    if (!expanded.pages().isEmpty()) {
      lines.append("pages: ").append(new TreeMap<>(expanded.pages())).append('\n');
    }
    if (!expanded.probes().isEmpty()) {
      lines.append("probes: ").append(new TreeSet<>(expanded.probes())).append('\n');
    }
    expanded.sortKey().ifPresent(key -> lines.append("sort key: ").append(key).append('\n'));
    expanded.displayTitle().ifPresent(key -> lines.append("title: ").append(key).append('\n'));
    expanded.lifetime().ifPresent(time -> lines.append("for: ").append(time).append('\n'));
    return lines.toString();
  }

  /** Returns what of the input of an example is saved. */
  static String save(ExampleFile.Example example, SiteInfo site) {
    var title = site.title("Help:Chart (sea)").orElseThrow();
    var page = new PageFacts(title, 42, 0, NOW, "127.0.0.1", 0);
    return expander(site)
        .saved(
            page,
            example.input(),
            new TestPages(example.pages()),
            new Allowance(TextLimits.DEFAULT));
  }

  private static Expander expander(SiteInfo site) {
    return new Expander(
        site,
        new Addresses("https://charts.example", "/wiki/", "/w/index.php"),
        ParsedTexts.NONE,
        Clock.fixed(NOW, ZoneId.of("Europe/Riga")));
  }

  /** Pages whose revision is the length of their title. */
  static final class TestPages implements PageTexts {
    private final Map<String, String> pages;
    final List<String> reads = new ArrayList<>();

    TestPages(Map<String, String> pages) {
      this.pages = pages;
    }

    @Override
    public Map<String, PageText> read(
        java.util.Set<String> included, java.util.Set<String> probed) {
      var found = new LinkedHashMap<String, PageText>();
      reads.add(new java.util.TreeSet<>(included) + " " + new java.util.TreeSet<>(probed));
      included.forEach(title -> add(title, found));
      probed.forEach(title -> add(title, found));
      return found;
    }

    @Override
    public Statistics statistics() {
      return new Statistics(12_345, 1_234, 5, 6, 7, 8, 9);
    }

    private void add(String title, Map<String, PageText> found) {
      var text = pages.get(title);
      if (text != null) {
        var redirect = Pattern.compile("(?i)^#redirect\\s*\\[\\[([^\\]|]*)").matcher(text);
        var target = redirect.find() ? Optional.of(redirect.group(1)) : Optional.<String>empty();
        found.put(title, new PageText(title.length(), text, target));
      }
    }
  }
}
