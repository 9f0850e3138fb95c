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
    var pages = new Pages(surroundings, page.title(), texts, allowance, false);
    pages.prefetch(parsed);
    while (true) {
      var expanded = new Expansion(surroundings, page, pages, allowance, false).run(parsed);
      if (!pages.fetchWanted()) {
        return expanded;
      }
      allowance.expandAgain();
    }
  }

  /**
   * Returns a text as it is to be saved, which MediaWiki calls the pre-save transform: {@code ~~~}
   * and its longer forms become the author's name and the time, {@code {{subst:…}}} becomes a copy
   * of what it names, and a link without a label ({@code [[Help:Chart (sea)|]]}) gets one. Comments
   * and the bodies of tags such as {@code <nowiki>} stay as they are. The control character U+007F
   * becomes U+FFFD if anything else changes.
   *
   * @param page the page, whose user and time are those of the revision to be saved
   * @throws org.portolan.wikitext.limit.TextLimitException if the allowance is used up
   */
  public String saved(PageFacts page, String text, PageTexts texts, Allowance allowance) {
    if (!SavedMarkup.isIn(text)) {
      return text;
    }
    var parsed = ParsedText.parse(text, ParsedText.Mode.SAVED, allowance);
    var pages = new Pages(surroundings, page.title(), texts, allowance, true);
    pages.prefetch(parsed);
    while (true) {
      var copied = new Expansion(surroundings, page, pages, allowance, true).run(parsed);
      if (!pages.fetchWanted()) {
        return new SavedMarkup(surroundings, page, allowance).write(copied);
      }
      allowance.expandAgain();
    }
  }

  /** Returns whether {@link #saved} may change a text; costs one scan. */
  public static boolean mayChange(String text) {
    return SavedMarkup.isIn(text);
  }
}
