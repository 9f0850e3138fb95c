package org.portolan.wikitext.text;

import java.util.Collection;
import java.util.Collections;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The other pages that the text of a page names, as full titles in normal form.
 *
 * @param links pages linked to, including a redirect's target; neither the page itself, nor other
 *     wikis, nor embedded files, nor virtual pages ("Special:…")
 * @param categories the page's categories by its own text ("Category:…"); only a renderer knows
 *     categories added by templates
 * @param templates pages whose text is included: templates, modules, other pages
 * @param redirect the page to which this one redirects, which may be one of another wiki
 *     ("fr:Page")
 */
public record PageLinks(
    SortedSet<String> links,
    SortedSet<String> categories,
    SortedSet<String> templates,
    Optional<String> redirect) {

  /** The links of a page that names no other pages. */
  public static final PageLinks NONE =
      new PageLinks(
          Collections.emptySortedSet(),
          Collections.emptySortedSet(),
          Collections.emptySortedSet(),
          Optional.empty());

  public PageLinks {
    links = copy(links);
    categories = copy(categories);
    templates = copy(templates);
  }

  private static SortedSet<String> copy(Collection<String> titles) {
    return Collections.unmodifiableSortedSet(new TreeSet<>(titles));
  }
}
