package org.portolan.wiki.load;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.portolan.wiki.PageHistory;
import org.portolan.wiki.synthetic.SyntheticWiki;
import org.portolan.wikitext.site.SiteInfo;

/** Pages generated from a seed. */
public final class SyntheticSource implements ImportSource {
  private final SyntheticWiki wiki;
  private final String identity;
  private int next;

  public SyntheticSource(SyntheticWiki wiki, String identity) {
    this.wiki = wiki;
    this.identity = identity;
  }

  @Override
  public String name() {
    return "synthetic";
  }

  @Override
  public String identity() {
    return identity;
  }

  @Override
  public Optional<SiteInfo> site() {
    return Optional.of(wiki.site());
  }

  @Override
  public void skip(long pages) {
    next = (int) Math.min(wiki.pages(), next + pages);
  }

  @Override
  public List<Entry> next(int pagesMax, long bytesMax) {
    List<Entry> entries = new ArrayList<>();
    long bytes = 0;
    while (next < wiki.pages() && entries.size() < pagesMax && bytes < bytesMax) {
      PageHistory page = wiki.page(next);
      next++;
      entries.add(new Good(page, "page " + next));
      bytes += page.newest().info().bytes();
    }
    return entries;
  }

  @Override
  public OptionalLong expectedPages() {
    return OptionalLong.of(wiki.pages());
  }

  @Override
  public void close() {}
}
