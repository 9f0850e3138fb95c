package org.portolan.wikitext.expand;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.portolan.wikitext.limit.Allowance;
import org.portolan.wikitext.limit.TextLimits;
import org.portolan.wikitext.site.SiteInfo;

/**
 * A file of examples of expansion. Sections start with a line {@code @@ name}; within a section, a
 * line {@code @ page TITLE} starts the text of an existing page, {@code @ input} the text to expand
 * and {@code @ output} the expected output. The page is "Project:Charts/Baltic/Riga".
 */
record ExpandScript(Path file, List<Example> examples) {
  static final Instant NOW = Instant.parse("2024-02-29T22:30:05Z");
  private static final Pattern PART = Pattern.compile("(?m)^(@@|@) (.*)\n");

  record Example(String name, Map<String, String> pages, String input, String output) {

    /** Expands the input and returns the section's output, in the order of the file. */
    String expand(SiteInfo site) {
      var expander =
          new Expander(
              site,
              new Addresses("https://charts.example", "/wiki/", "/w/index.php"),
              ParsedTexts.NONE,
              Clock.fixed(NOW, ZoneId.of("Europe/Riga")));
      var title = site.title("Project:Charts/Baltic/Riga").orElseThrow();
      var page = new PageFacts(title, 42, 1234, Instant.parse("2011-12-13T14:15:16Z"), "Anna", 77);
      var expanded =
          expander.expand(page, input, new TestPages(pages), new Allowance(TextLimits.DEFAULT));
      var lines = new StringBuilder(expanded.text().replace(Strip.MARK, '~')).append('\n');
      for (int i = 0; i < expanded.strips().size(); i++) {
        var strip = expanded.strips().get(i);
        lines.append("strip ").append(i).append(": ").append(strip.tag());
        lines.append(' ').append(strip.attributes()).append(' ');
        lines.append(
            strip.body().map(body -> '"' + body.replace(Strip.MARK, '~') + '"').orElse("-"));
        lines.append('\n');
      }
      if (!expanded.pages().isEmpty()) {
        lines.append("pages: ").append(new TreeMap<>(expanded.pages())).append('\n');
      }
      expanded.sortKey().ifPresent(key -> lines.append("sort key: ").append(key).append('\n'));
      expanded.displayTitle().ifPresent(key -> lines.append("title: ").append(key).append('\n'));
      expanded.lifetime().ifPresent(time -> lines.append("for: ").append(time).append('\n'));
      return lines.toString();
    }
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

  static ExpandScript read(Path file) throws IOException {
    var script = Files.readString(file);
    var examples = new ArrayList<Example>();
    Example open = null;
    var part = PART.matcher(script);
    boolean more = part.find();
    while (more) {
      var mark = part.group(1);
      var name = part.group(2).strip();
      int start = part.end();
      more = part.find();
      var text = script.substring(start, more ? part.start() : script.length()).stripTrailing();
      if (mark.equals("@@")) {
        if (open != null) {
          examples.add(open);
        }
        open = new Example(name, Map.of(), "", "");
      } else if (name.equals("input")) {
        open = new Example(open.name(), open.pages(), text, open.output());
      } else if (name.equals("output")) {
        open = new Example(open.name(), open.pages(), open.input(), text + "\n");
      } else {
        var pages = new LinkedHashMap<>(open.pages());
        pages.put(name.substring("page ".length()), text);
        open = new Example(open.name(), pages, open.input(), open.output());
      }
    }
    if (open != null) {
      examples.add(open);
    }
    return new ExpandScript(file, examples);
  }

  /** Writes the file again, with other outputs. */
  void write(List<String> outputs) throws IOException {
    var script = new StringBuilder();
    for (int i = 0; i < examples.size(); i++) {
      var each = examples.get(i);
      script.append("@@ ").append(each.name()).append('\n');
      each.pages()
          .forEach(
              (title, text) ->
                  script.append("@ page ").append(title).append('\n').append(text).append('\n'));
      script.append("@ input\n").append(each.input()).append('\n');
      script.append("@ output\n").append(outputs.get(i)).append('\n');
    }
    Files.writeString(file, script);
  }
}
