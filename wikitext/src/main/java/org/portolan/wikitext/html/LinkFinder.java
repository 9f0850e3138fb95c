package org.portolan.wikitext.html;

import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.portolan.wikitext.expand.Expanded;
import org.portolan.wikitext.expand.Expander;
import org.portolan.wikitext.expand.PageFacts;
import org.portolan.wikitext.expand.PageTexts;
import org.portolan.wikitext.limit.Allowance;
import org.portolan.wikitext.site.Namespace;
import org.portolan.wikitext.site.SiteInfo;
import org.portolan.wikitext.site.Title;
import org.portolan.wikitext.text.LinkExtractor;
import org.portolan.wikitext.text.PageLinks;

/**
 * Finds the other pages that a page names, in its text as it is expanded: so it finds what
 * templates make, and nothing in a branch that is not taken. Follows MediaWiki's tables pagelinks,
 * categorylinks and templatelinks. It makes all passes over the text that find links, and no HTML.
 * Thread-safe.
 */
public final class LinkFinder {
  private final SiteInfo site;
  private final LinkExtractor extractor;
  private final Expander expander;
  private final InterwikiMap interwiki;
  private final Set<Integer> subpageNamespaces;

  public LinkFinder(SiteInfo site, Expander expander, InterwikiMap interwiki) {
    this.site = site;
    this.extractor = new LinkExtractor(site);
    this.expander = expander;
    this.interwiki = interwiki;
    this.subpageNamespaces = PageContext.subpageNamespaces(site);
  }

  /**
   * Finds what a text names as the text of {@code page}. The code of modules names nothing.
   *
   * @throws org.portolan.wikitext.limit.TextLimitException if the page needs more than is allowed
   */
  public PageLinks find(PageFacts page, String text, PageTexts texts, Allowance allowance) {
    Title title = page.title();
    if (title.namespace() == Namespace.MODULE && !title.full().endsWith("/doc")) {
      return PageLinks.NONE;
    }
    Optional<String> redirect = extractor.redirect(title, text);
    String rest = redirect.isPresent() ? text.substring(LinkExtractor.redirectEnd(text)) : text;
    Expanded expanded = expander.expand(page, rest, texts, allowance);
    Page pass =
        new Page(
            new PageContext(title, site, interwiki, subpageNamespaces), expanded, allowance, true);
    pass.half(expanded.text());
    TreeSet<String> links = new TreeSet<>(pass.found.links);
    redirect
        .filter(target -> site.elsewhere(target).isEmpty() && !target.equals(title.full()))
        .ifPresent(links::add);
    return new PageLinks(
        links,
        new TreeSet<>(pass.found.categories.keySet()),
        new TreeSet<>(expanded.templates()),
        redirect);
  }
}
