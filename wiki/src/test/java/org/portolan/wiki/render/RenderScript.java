package org.portolan.wiki.render;

import java.time.Instant;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.portolan.wiki.RevisionInfo;
import org.portolan.wiki.WikiPage;
import org.portolan.wikitext.examples.ExampleFile;
import org.portolan.wikitext.expand.PageFacts;
import org.portolan.wikitext.site.SiteInfo;

/** Renders examples as texts of the page "Example page". */
final class RenderScript {
  private RenderScript() {}

  /** Renders the input of an example and returns what becomes of it. */
  static String render(ExampleFile.Example example, Renderer renderer, SiteInfo site) {
    Rendering rendering =
        renderer.render(
            "test",
            PageFacts.unsaved(site.title("Example page").orElseThrow(), Instant.EPOCH),
            example.input(),
            MapPages.of(example.pages()));
    var missing = new java.util.LinkedHashSet<>(rendering.body().titles());
    missing.removeAll(example.pages().keySet());
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
}
