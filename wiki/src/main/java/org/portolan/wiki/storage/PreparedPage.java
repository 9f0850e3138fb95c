package org.portolan.wiki.storage;

import org.portolan.wiki.PageHistory;
import org.portolan.wiki.text.NamedPages;
import org.portolan.wikitext.text.PageLinks;

/** A page to write with its revisions, and the other pages that its newest text names. */
public record PreparedPage(PageHistory page, NamedPages named) {
  public PageLinks links() {
    return named.links();
  }
}
