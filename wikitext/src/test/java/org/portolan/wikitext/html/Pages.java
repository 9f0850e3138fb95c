package org.portolan.wikitext.html;

import java.util.Map;
import java.util.Set;
import org.portolan.wikitext.limit.Allowance;
import org.portolan.wikitext.limit.TextLimits;
import org.portolan.wikitext.site.SiteInfo;

/** Renders texts for tests, in a wiki with English namespaces and two other wikis. */
final class Pages {
  private static final InterwikiMap INTERWIKI =
      new InterwikiMap(
          Map.of(
              "de", "https://de.wikipedia.org/wiki/$1",
              "wikt", "https://en.wiktionary.org/wiki/$1"),
          Set.of("de"),
          Set.of());

  private Pages() {}

  static PageContext context(String title, String language) {
    var site = SiteInfo.standard("Handbook", language);
    return new PageContext(site.title(title).orElseThrow(), site, INTERWIKI, Set.of(1, 2));
  }

  static RenderedPage render(String text) {
    return render("Example page", "en", text, TextLimits.DEFAULT);
  }

  static RenderedPage render(String title, String language, String text, TextLimits limits) {
    return HtmlRenderer.render(
        context(title, language), StandInExpander.expand(text), new Allowance(limits));
  }

  static String html(RenderedPage page) {
    return page.body().html(Pages::link);
  }

  static void link(String title, String fragment, StringBuilder html) {
    html.append(" href=\"/wiki/").append(Anchors.path(title)).append(fragment).append('"');
  }
}
