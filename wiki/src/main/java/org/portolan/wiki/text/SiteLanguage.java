package org.portolan.wiki.text;

import java.time.Clock;
import java.util.Set;
import org.portolan.wikitext.expand.Expander;
import org.portolan.wikitext.expand.RecentParsedTexts;
import org.portolan.wikitext.html.InterwikiMap;
import org.portolan.wikitext.html.LinkFinder;
import org.portolan.wikitext.html.PageContext;
import org.portolan.wikitext.site.SiteInfo;
import org.portolan.wikitext.site.Title;

/** The language of one site's pages, with the templates parsed lately. Thread-safe. */
public final class SiteLanguage {
  private static final long PARSED_TEMPLATES_BYTES_MAX = 32L * 1024 * 1024;

  private final SiteInfo site;
  private final Expander expander;
  private final InterwikiMap interwiki;
  private final Set<Integer> subpageNamespaces;

  public SiteLanguage(SiteInfo site) {
    this.site = site;
    this.expander =
        new Expander(
            site,
            OtherWikis.addresses(site),
            new RecentParsedTexts(PARSED_TEMPLATES_BYTES_MAX),
            Clock.systemUTC());
    this.interwiki = OtherWikis.of(site);
    this.subpageNamespaces = PageContext.subpageNamespaces(site);
  }

  public SiteInfo site() {
    return site;
  }

  public Expander expander() {
    return expander;
  }

  /** Returns where a page's text stands. */
  public PageContext context(Title title) {
    return new PageContext(title, site, interwiki, subpageNamespaces);
  }

  /** Returns what finds the pages that a text names. */
  public LinkFinder linkFinder() {
    return new LinkFinder(site, expander, interwiki);
  }
}
