package org.portolan.wikitext.html;

import java.util.Set;
import org.portolan.wikitext.site.SiteInfo;
import org.portolan.wikitext.site.Title;

/**
 * Where a text stands.
 *
 * @param title the page whose text it is
 * @param subpageNamespaces the numbers of the namespaces in which "/x" means a subpage
 */
public record PageContext(
    Title title, SiteInfo site, InterwikiMap interwiki, Set<Integer> subpageNamespaces) {

  public PageContext {
    subpageNamespaces = Set.copyOf(subpageNamespaces);
  }

  boolean hasSubpages() {
    return subpageNamespaces.contains(title.namespace());
  }
}
