package org.portolan.wiki.load;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.portolan.wikitext.site.SiteInfo;

/** Another source, of which tests change a part. */
class ForwardingSource implements ImportSource {
  private final ImportSource source;

  ForwardingSource(ImportSource source) {
    this.source = source;
  }

  @Override
  public String name() {
    return source.name();
  }

  @Override
  public String identity() {
    return source.identity();
  }

  @Override
  public Optional<SiteInfo> site() {
    return source.site();
  }

  @Override
  public void skip(long pages) {
    source.skip(pages);
  }

  @Override
  public List<Entry> next(int pagesMax, long bytesMax) {
    return source.next(pagesMax, bytesMax);
  }

  @Override
  public OptionalLong expectedPages() {
    return source.expectedPages();
  }

  @Override
  public void close() {
    source.close();
  }
}
