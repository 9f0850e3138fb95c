package org.portolan.wiki.render;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.portolan.wiki.RevisionInfo;
import org.portolan.wiki.WikiPage;
import org.portolan.wikitext.expand.PageFacts;
import org.portolan.wikitext.site.SiteInfo;

/**
 * A file of rendering examples. Sections start with a line {@code @@ name}; within a section, a
 * line {@code @ page TITLE} starts the text of an existing page, {@code @ input} the text to render
 * and {@code @ output} the expected output.
 */
record RenderScript(Path file, List<Example> examples) {
  private static final Pattern PART = Pattern.compile("(?m)^(@@|@) (.*)\n");

  record Example(String name, Map<String, String> pages, String input, String output) {

    /** Renders the input and returns the section's output, in the order of the file. */
    String render(Renderer renderer, SiteInfo site) {
      Rendering rendering =
          renderer.render(
              "test",
              PageFacts.unsaved(site.title("Example page").orElseThrow(), Instant.EPOCH),
              input,
              MapPages.of(pages));
      var missing = new java.util.LinkedHashSet<>(rendering.body().titles());
      missing.removeAll(pages.keySet());
      var lines =
          new StringBuilder(rendering.body().html(new LocalLinks(missing)).strip()).append('\n');
      if (!rendering.categories().isEmpty()) {
        lines.append("categories: ").append(rendering.categories()).append('\n');
      }
      if (!rendering.languages().isEmpty()) {
        lines.append("languages: ").append(rendering.languages()).append('\n');
      }
      if (!rendering.templates().isEmpty()) {
        lines.append("templates: ").append(new java.util.TreeMap<>(rendering.templates()));
        lines.append('\n');
      }
      return lines.toString();
    }
  }

  static WikiPage page(String title, String text) {
    Matcher redirect = Pattern.compile("(?i)^#redirect\\s*\\[\\[([^\\]|]*)").matcher(text);
    var revision =
        new RevisionInfo(
            title.length(), 0, Instant.EPOCH, "tester", "", false, text.length(), "wikitext");
    return new WikiPage(
        title,
        0,
        1,
        redirect.find() ? Optional.of(redirect.group(1)) : Optional.empty(),
        revision,
        text,
        true);
  }

  static RenderScript read(Path file) {
    String script;
    try {
      script = Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    var examples = new ArrayList<Example>();
    Example open = null;
    Matcher part = PART.matcher(script);
    boolean more = part.find();
    while (more) {
      String mark = part.group(1);
      String name = part.group(2).strip();
      int start = part.end();
      more = part.find();
      String text = script.substring(start, more ? part.start() : script.length()).stripTrailing();
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
    return new RenderScript(file, examples);
  }

  /** Writes the file again, with other outputs. */
  void write(List<String> outputs) throws IOException {
    var script = new StringBuilder();
    for (int i = 0; i < examples.size(); i++) {
      Example each = examples.get(i);
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
