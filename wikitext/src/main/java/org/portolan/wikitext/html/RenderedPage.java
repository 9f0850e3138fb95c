package org.portolan.wikitext.html;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A page as HTML, and what it says of other pages. The titles are full titles in normal form, in
 * the order of the text.
 *
 * @param body the page
 * @param links the pages it links to, and those whose existence decides what it shows; without
 *     virtual pages, and without itself unless a link names the title and a section
 * @param categories its categories, each with the key that the text gives for its order there, or
 *     an empty key
 * @param languages the same page in other languages: titles by the prefix of the language
 * @param files the files it shows
 * @param externalLinks the addresses outside of any wiki
 * @param interwiki the pages of other wikis, as "prefix:title"
 * @param headings its headings in order
 * @param redirect the page to which it redirects
 */
public record RenderedPage(
    Hypertext body,
    Set<String> links,
    Map<String, String> categories,
    Map<String, String> languages,
    Set<String> files,
    Set<String> externalLinks,
    Set<String> interwiki,
    List<Heading> headings,
    Optional<String> redirect) {

  public RenderedPage {
    links = copy(links);
    categories = Collections.unmodifiableMap(new LinkedHashMap<>(categories));
    languages = Collections.unmodifiableMap(new LinkedHashMap<>(languages));
    files = copy(files);
    externalLinks = copy(externalLinks);
    interwiki = copy(interwiki);
    headings = List.copyOf(headings);
  }

  private static Set<String> copy(Set<String> titles) {
    return Collections.unmodifiableSet(new LinkedHashSet<>(titles));
  }
}
