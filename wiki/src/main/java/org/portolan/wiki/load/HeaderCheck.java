package org.portolan.wiki.load;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.portolan.wiki.ListingRequest;
import org.portolan.wiki.Wiki;
import org.portolan.wiki.storage.WikiStorage;
import org.portolan.wikitext.site.Namespace;
import org.portolan.wikitext.site.SiteInfo;

/**
 * Refuses the header of a dump that is of another wiki than the store, or under which pages of the
 * store would no longer be found by their titles.
 */
final class HeaderCheck {
  private final Wiki wiki;
  private final Optional<SiteInfo> stored;
  private final String source;

  /**
   * @param source the name of the dump in messages
   */
  HeaderCheck(WikiStorage storage, String source) {
    this.wiki = storage.wiki();
    this.stored = storage.imports().storedSite();
    this.source = source;
  }

  /**
   * @throws ImportException if the header is refused
   */
  void require(SiteInfo site) {
    if (stored.filter(present -> !sameWiki(present, site)).isPresent()) {
      throw new ImportException(
          "the store has the wiki "
              + name(stored.get())
              + " and '"
              + source
              + "' is of "
              + name(site)
              + "; import it into another store");
    }
    Optional<String> first = titleFrom("");
    if (first.isEmpty()) {
      return;
    }
    if (stored.filter(present -> !present.language().equals(site.language())).isPresent()) {
      throw refused(
          "the language of the wiki is '"
              + stored.get().language()
              + "' in the store and '"
              + site.language()
              + "' in '"
              + source
              + "'",
          first.get());
    }
    requireSameNamespaces(wiki.site(), site);
  }

  private void requireSameNamespaces(SiteInfo old, SiteInfo site) {
    List<Namespace> all = new ArrayList<>(old.namespaces());
    all.addAll(site.namespaces());
    for (Namespace namespace : all) {
      int id = namespace.id();
      String before = written(old.namespace(id));
      String after = written(site.namespace(id));
      if (!before.equals(after)) {
        titleIn(namespace)
            .ifPresent(
                title -> {
                  throw refused(
                      "namespace "
                          + id
                          + " is "
                          + before
                          + " in the store and "
                          + after
                          + " in '"
                          + source
                          + "'",
                      title);
                });
      }
    }
  }

  private static ImportException refused(String difference, String title) {
    return new ImportException(
        difference
            + ", so that pages of the store like '"
            + title
            + "' would no longer be found; import it into another store");
  }

  private static String written(Optional<Namespace> namespace) {
    return namespace
        .map(
            one ->
                "'"
                    + one.name()
                    + "', "
                    + (one.capitalized() ? "first-letter" : "case-sensitive")
                    + ",")
        .orElse("absent");
  }

  /** Returns a title of the store that is, or would be, in a namespace. */
  private Optional<String> titleIn(Namespace namespace) {
    return namespace.name().isEmpty() ? titleFrom("") : titleFrom(namespace.name() + ":");
  }

  private Optional<String> titleFrom(String prefix) {
    return wiki.titlesFrom(prefix, ListingRequest.first(1)).entries().stream()
        .filter(title -> title.startsWith(prefix))
        .findFirst();
  }

  /**
   * Returns whether two headers name the same wiki: by the name of its database, which dumps have
   * from schema 0.8 on, otherwise by the address of its main page, otherwise by its name.
   */
  private static boolean sameWiki(SiteInfo one, SiteInfo other) {
    if (!one.database().isEmpty() && !other.database().isEmpty()) {
      return one.database().equals(other.database());
    }
    if (!one.base().isEmpty() && !other.base().isEmpty()) {
      return host(one.base()).equals(host(other.base()));
    }
    return one.name().equals(other.name());
  }

  private static String host(String base) {
    return base.replaceFirst("^[a-zA-Z]*:?//", "").replaceFirst("/.*", "");
  }

  private static String name(SiteInfo site) {
    return "'"
        + site.name()
        + "'"
        + (site.database().isEmpty() ? "" : " (" + site.database() + ")");
  }
}
