package org.portolan.wiki.render;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.portolan.wiki.WikiPage;
import org.portolan.wiki.text.PageReader;
import org.portolan.wikitext.expand.Statistics;

/** Pages for a rendering, by title; counts the reads. */
final class MapPages implements PageReader {
  private final Map<String, WikiPage> pages = new HashMap<>();
  private int reads;

  static MapPages of(Map<String, String> texts) {
    var pages = new MapPages();
    texts.forEach(pages::add);
    return pages;
  }

  void add(String title, String text) {
    pages.put(title, RenderScript.page(title, text));
  }

  int reads() {
    return reads;
  }

  @Override
  public Map<String, WikiPage> pages(Set<String> titles) {
    reads++;
    var found = new HashMap<>(pages);
    found.keySet().retainAll(titles);
    return found;
  }

  @Override
  public Map<String, Long> revisionIds(Set<String> titles) {
    Map<String, Long> ids = new HashMap<>();
    pages(titles).forEach((title, page) -> ids.put(title, page.revision().id()));
    return ids;
  }

  @Override
  public Statistics statistics() {
    return new Statistics(pages.size(), pages.size(), 0, 2L * pages.size(), 0, 0, 0);
  }

  @Override
  public long members(String category) {
    return 3;
  }
}
