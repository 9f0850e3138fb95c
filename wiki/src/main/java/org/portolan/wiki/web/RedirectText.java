package org.portolan.wiki.web;

import org.portolan.wiki.WikiPage;

/** The texts of redirects. */
final class RedirectText {
  private RedirectText() {}

  /** Returns the text of a page without the redirect at its start, which is shown separately. */
  static String without(WikiPage page) {
    if (page.redirect().isEmpty()) {
      return page.text();
    }
    int end = page.text().indexOf("]]");
    return end < 0 ? "" : page.text().substring(end + 2);
  }
}
