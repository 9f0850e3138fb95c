package org.portolan.wiki.site;

import java.util.List;
import java.util.Optional;

/**
 * The names and rules of a wiki, from the {@code siteinfo} of a dump.
 *
 * @param name the wiki's name, for example "Vikipedeja"
 * @param database the name of its database, for example "ltgwiki"
 * @param base the address of its main page
 * @param language an IETF language tag, for example "ltg"
 */
public record SiteInfo(
    String name, String database, String base, String language, List<Namespace> namespaces) {

  public SiteInfo {
    namespaces = List.copyOf(namespaces);
  }

  /**
   * Brings a title, as written in a link or typed by a person, into normal form: underscores and
   * runs of white space become one space, entities and fragments go, the namespace gets its local
   * name, the first letter its case.
   *
   * @return empty if the text cannot be a title (empty, too long, control or bracket characters)
   */
  public Optional<Title> title(String written) {
    return title(written, Namespace.ARTICLE);
  }

  /** As {@link #title(String)}, a title without a namespace being of {@code defaultNamespace}. */
  public Optional<Title> title(String written, int defaultNamespace) {
    throw new UnsupportedOperationException("not yet: " + written + defaultNamespace);
  }
}
