package org.portolan.wiki.text;

import java.util.Collection;
import java.util.Collections;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * What the text of a page says about other pages, as full titles in normal form.
 *
 * @param links pages linked to, a redirect's target among them; neither the page itself, nor other
 *     wikis, nor embedded files, nor virtual pages ("Special:…")
 * @param categories categories that the page is in by its own text ("Category:…"); what a template
 *     adds is known only to a renderer
 * @param templates pages whose text is included: templates, modules, other pages
 * @param redirect the page that this one redirects to
 */
public record PageLinks(
    SortedSet<String> links,
    SortedSet<String> categories,
    SortedSet<String> templates,
    Optional<String> redirect) {

  /** A page that names no other. */
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
