package org.portolan.wiki.web;

import org.portolan.wiki.render.TitlePath;
import org.portolan.wikitext.site.SiteInfo;
import org.portolan.wikitext.site.Title;

/** Titles in addresses. */
final class Titles {
  private Titles() {}

  /**
   * Returns the title that the rest of a path names.
   *
   * @throws Failure if it cannot be a title
   */
  static Title named(SiteInfo site, String rest) {
    String written = TitlePath.decode(rest).orElseThrow(() -> new Failure(400, "address.encoding"));
    Title title =
        site.title(written.replace('_', ' '))
            .orElseThrow(() -> new Failure(400, "title.rules", "title", written));
    if (title.namespace() < 0) {
      throw new Failure(404, "title.special", "title", title.full());
    }
    return title;
  }

  /** Returns whether the decoded path is the title with underscores for spaces. */
  static boolean isCanonical(String rest, Title title) {
    return TitlePath.decode(rest)
        .filter(written -> written.equals(title.full().replace(' ', '_')))
        .isPresent();
  }
}
