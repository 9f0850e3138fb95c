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
    String written =
        TitlePath.decode(rest)
            .orElseThrow(() -> new Failure(400, "This address is not encoded as UTF-8."));
    Title title =
        site.title(written.replace('_', ' '))
            .orElseThrow(
                () ->
                    new Failure(
                        400,
                        "“"
                            + written
                            + "” cannot be the title of a page: titles are not empty, not longer"
                            + " than 255 bytes, and hold none of # < > [ ] | { }."));
    if (title.namespace() < 0) {
      throw new Failure(404, "There is no special page “" + title.full() + "” here.");
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
