package org.portolan.wikitext.html;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Set;
import org.portolan.wikitext.expand.Addresses;
import org.portolan.wikitext.expand.Expander;
import org.portolan.wikitext.expand.PageFacts;
import org.portolan.wikitext.expand.ParsedTexts;
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
    var context = context(title, language);
    var allowance = new Allowance(limits);
    var expander =
        new Expander(
            context.site(),
            Addresses.LOCAL,
            ParsedTexts.NONE,
            Clock.fixed(Instant.EPOCH, ZoneOffset.UTC));
    var page = PageFacts.unsaved(context.title(), Instant.EPOCH);
    var expanded = expander.expand(page, text, (included, probed) -> Map.of(), allowance);
    return HtmlRenderer.render(context, expanded, allowance);
  }

  static String html(RenderedPage page) {
    return page.body().html(Pages::link);
  }

  static void link(String title, String fragment, StringBuilder html) {
    html.append(" href=\"/wiki/").append(Anchors.path(title)).append(fragment).append('"');
  }
}
