package org.portolan.wikitext.text;

import java.util.Collection;
import java.util.Collections;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The other pages that a page names, as full titles in normal form: by its text alone ({@link
 * LinkExtractor}), or with what its templates make ({@link org.portolan.wikitext.html.LinkFinder}).
 *
 * @param links pages linked to, including a redirect's target; neither the page itself, nor other
 *     wikis, nor embedded files, nor virtual pages ("Special:…")
 * @param categories the page's categories ("Category:…")
 * @param templates pages whose text is included, or would be if they existed, directly or by
 *     others: templates, modules, other pages
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
