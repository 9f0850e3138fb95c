package org.portolan.wikitext.expand;

import java.time.Clock;
import org.portolan.wikitext.limit.Allowance;
import org.portolan.wikitext.site.SiteInfo;

/**
 * Expands the texts of a wiki's pages: templates, arguments, parser functions, variables, include
 * tags. Follows MediaWiki's documented behaviour; modules (Lua) are not run. Thread-safe.
 */
public final class Expander {
  private final Surroundings surroundings;

  /**
   * @param cache keeps parsed templates between expansions
   * @param clock says what time {@code {{CURRENTTIME}}} shows; its zone is that of {@code
   *     {{LOCALTIME}}}
   */
  public Expander(SiteInfo site, Addresses addresses, ParsedTexts cache, Clock clock) {
    this.surroundings =
        new Surroundings(
            site, addresses, cache, clock, LanguageRules.of(site.language()), Functions.all());
  }

  /**
   * Expands the text of a page. Reads other pages in few batches: one for each level of templates
   * whose names are written out, and one for each level of computed names.
   *
   * @param allowance what it may cost; reads, expansions and time count from its start
   * @throws org.portolan.wikitext.limit.TextLimitException if the allowance is used up
   */
  public Expanded expand(PageFacts page, String text, PageTexts texts, Allowance allowance) {
    var parsed = ParsedText.parse(text, ParsedText.Mode.PAGE, allowance);
    var pages = new Pages(surroundings, page.title(), texts, allowance);
    pages.prefetch(parsed);
    while (true) {
      var expanded = new Expansion(surroundings, page, pages, allowance).run(parsed);
      if (!pages.fetchWanted()) {
        return expanded;
      }
      allowance.expandAgain();
    }
  }
}
