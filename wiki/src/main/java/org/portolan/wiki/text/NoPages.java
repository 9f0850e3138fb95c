package org.portolan.wiki.text;

import java.util.Map;
import java.util.Set;
import org.portolan.wiki.WikiPage;
import org.portolan.wikitext.expand.Statistics;

/** An empty wiki, for texts that name no templates. */
enum NoPages implements PageReader {
  READER;

  @Override
  public Map<String, WikiPage> pages(Set<String> titles) {
    return Map.of();
  }

  @Override
  public Map<String, Long> revisionIds(Set<String> titles) {
    return Map.of();
  }

  @Override
  public Statistics statistics() {
    return Statistics.NONE;
  }

  @Override
  public long members(String category) {
    return 0;
  }
}
