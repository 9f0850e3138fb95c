package org.portolan.wiki.text;

import java.util.Map;
import java.util.Set;
import org.portolan.wiki.ListingRequest;
import org.portolan.wiki.Wiki;
import org.portolan.wiki.WikiPage;
import org.portolan.wikitext.expand.Statistics;

/** Reads the pages of a wiki for the renderer. Thread-safe. */
public record WikiPages(Wiki wiki) implements PageReader {
  /** A category with more members counts as one with this many. */
  private static final int MEMBERS_MAX = 5_000;

  @Override
  public Map<String, WikiPage> pages(Set<String> titles) {
    return wiki.pages(titles);
  }

  @Override
  public Map<String, Long> revisionIds(Set<String> titles) {
    return wiki.revisionIds(titles);
  }

  @Override
  public Statistics statistics() {
    var counted = wiki.statistics();
    return new Statistics(counted.pages(), counted.articles(), 0, counted.edits(), 0, 0, 0);
  }

  @Override
  public long members(String category) {
    return wiki.members(category, ListingRequest.first(MEMBERS_MAX)).entries().size();
  }
}
