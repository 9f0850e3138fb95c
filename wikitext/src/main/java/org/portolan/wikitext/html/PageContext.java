package org.portolan.wikitext.html;

import java.util.Set;
import java.util.stream.Collectors;
import org.portolan.wikitext.site.Namespace;
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

  /** Returns the numbers of a site's namespaces that have subpages. */
  public static Set<Integer> subpageNamespaces(SiteInfo site) {
    return site.namespaces().stream()
        .map(Namespace::id)
        .filter(site::hasSubpages)
        .collect(Collectors.toUnmodifiableSet());
  }

  boolean hasSubpages() {
    return subpageNamespaces.contains(title.namespace());
  }
}
