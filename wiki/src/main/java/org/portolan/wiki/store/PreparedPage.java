package org.portolan.wiki.store;

import org.portolan.wiki.PageHistory;
import org.portolan.wiki.text.PageLinks;

/** A page to be written with all its revisions, and what its newest text says of other pages. */
public record PreparedPage(PageHistory page, PageLinks links) {}
