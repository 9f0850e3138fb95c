package org.portolan.bench.mediawiki;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.portolan.wiki.PageHistory;
import org.portolan.wiki.RevisionInfo;
import org.portolan.wiki.dump.DumpItem;
import org.portolan.wiki.dump.DumpItem.DumpPage;
import org.portolan.wiki.dump.DumpOptions;
import org.portolan.wiki.dump.DumpReader;
import org.portolan.wiki.text.SiteLanguage;
import org.portolan.wikitext.expand.PageFacts;
import org.portolan.wikitext.expand.PageText;
import org.portolan.wikitext.expand.PageTexts;
import org.portolan.wikitext.html.LinkFinder;
import org.portolan.wikitext.limit.Allowance;
import org.portolan.wikitext.limit.TextLimits;
import org.portolan.wikitext.site.SiteInfo;
import org.portolan.wikitext.site.Title;
import org.portolan.wikitext.text.LinkExtractor;
import org.portolan.wikitext.text.PageLinks;

/** The current pages of a dump in memory, and what each says of the others. */
final class DumpWiki implements PageTexts {

  /** A page of the dump. */
  record Page(Title title, PageHistory history) {
    String text() {
      return history.newest().text();
    }

    boolean wikitext() {
      return history.newest().info().model().equals(RevisionInfo.WIKITEXT);
    }

    int bytes() {
      return text().getBytes(StandardCharsets.UTF_8).length;
    }
  }

  private final SiteInfo site;
  private final LinkFinder finder;
  private final Map<String, Page> pages = new LinkedHashMap<>();

  private DumpWiki(SiteInfo site) {
    this.site = site;
    this.finder = new SiteLanguage(site).linkFinder();
  }

  static DumpWiki read(Path dump) {
    try (DumpReader reader = DumpReader.open(dump, DumpOptions.current())) {
      DumpWiki wiki = new DumpWiki(reader.site());
      for (Optional<DumpItem> item = reader.next(); item.isPresent(); item = reader.next()) {
        if (item.get() instanceof DumpPage page) {
          wiki.site
              .pageTitle(page.history().title())
              .ifPresent(title -> wiki.pages.put(title.full(), new Page(title, page.history())));
        }
      }
      return wiki;
    }
  }

  SiteInfo site() {
    return site;
  }

  Collection<Page> pages() {
    return pages.values();
  }

  /**
   * Finds what a page says of others.
   *
   * @throws org.portolan.wikitext.limit.TextLimitException if the page needs more than is allowed
   */
  PageLinks links(Page page) {
    PageFacts facts =
        new PageFacts(
            page.title(),
            page.history().pageId(),
            page.history().newest().info().id(),
            page.history().newest().info().timestamp(),
            page.history().newest().info().contributor(),
            page.bytes());
    return finder.find(facts, page.text(), this, new Allowance(TextLimits.DEFAULT));
  }

  @Override
  public Map<String, PageText> read(Set<String> included, Set<String> probed) {
    Map<String, PageText> found = new HashMap<>();
    included.forEach(title -> put(found, title));
    probed.forEach(title -> put(found, title));
    return found;
  }

  private void put(Map<String, PageText> found, String title) {
    Page page = pages.get(title);
    if (page != null) {
      Optional<String> redirect = new LinkExtractor(site).redirect(page.title(), page.text());
      found.put(title, new PageText(1, page.text(), redirect));
    }
  }
}
