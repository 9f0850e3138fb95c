package org.portolan.cli.wiki;

import org.portolan.wiki.Wiki;

/** Titles as people type them. */
final class Titles {
  private Titles() {}

  static String normal(Wiki wiki, String written) {
    return wiki.site()
        .title(written)
        .orElseThrow(
            () -> new IllegalArgumentException("'" + written + "' cannot be the title of a page"))
        .full();
  }
}
