package org.portolan.wikitext.site;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * The names and rules of a wiki, from the {@code siteinfo} of a dump. Immutable and thread-safe.
 *
 * <p>This is a class with the methods of a record. It builds its table of namespace names only
 * once, since {@link #title} is called for every link of every page.
 */
public final class SiteInfo {
  private static final Set<Integer> WITHOUT_SUBPAGES =
      Set.of(Namespace.ARTICLE, Namespace.FILE, Namespace.CATEGORY);

  private final String name;
  private final String database;
  private final String base;
  private final String language;
  private final List<Namespace> namespaces;
  private final TitleParser parser;

  /**
   * @param name the wiki's name, for example "Vikipedeja"
   * @param database the name of its database, for example "ltgwiki"
   * @param base the address of its main page
   * @param language an IETF language tag, for example "ltg"
   * @throws IllegalArgumentException if two namespaces share a number
   */
  public SiteInfo(
      String name, String database, String base, String language, List<Namespace> namespaces) {
    this.name = Objects.requireNonNull(name, "name");
    this.database = Objects.requireNonNull(database, "database");
    this.base = Objects.requireNonNull(base, "base");
    this.language = Objects.requireNonNull(language, "language");
    this.namespaces = List.copyOf(namespaces);
    this.parser = new TitleParser(this.namespaces, language);
  }

  /**
   * Returns the site of a new wiki: MediaWiki's standard namespaces under their English names, with
   * the project namespace named after the wiki, as MediaWiki's installer does.
   */
  public static SiteInfo standard(String name, String language) {
    // A namespace's name cannot contain ':' and the like.
    var project = name.replaceAll("[\\p{Cntrl}#<>\\[\\]|{}:/&%_\\s]+", " ").strip();
    if (project.isEmpty()) {
      project = "Project";
    }
    var namespaces = new ArrayList<Namespace>();
    var names = new TreeMap<>(KnownNames.CANONICAL);
    names.put(Namespace.ARTICLE, "");
    names.put(Namespace.PROJECT, project);
    names.put(Namespace.PROJECT + 1, project + " talk");
    names.forEach((id, local) -> namespaces.add(namespace(id, local, true, language)));
    var database = name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "_");
    return new SiteInfo(name, database, "", language, namespaces);
  }

  /**
   * Returns a namespace with all the aliases that MediaWiki gives it in a wiki of this language,
   * including its canonical English name. Dumps contain no aliases.
   */
  public static Namespace namespace(
      int id, String localName, boolean capitalized, String language) {
    return new Namespace(id, localName, capitalized, KnownNames.aliases(id, localName, language));
  }

  public String name() {
    return name;
  }

  public String database() {
    return database;
  }

  public String base() {
    return base;
  }

  public String language() {
    return language;
  }

  public List<Namespace> namespaces() {
    return namespaces;
  }

  /** Returns the namespace of this number, if the wiki has it. */
  public Optional<Namespace> namespace(int id) {
    return Optional.ofNullable(parser.namespace(id));
  }

  /**
   * Brings a title, as written in a link or typed by a person, into normal form, after MediaWiki's
   * {@code MediaWikiTitleCodec}: underscores and runs of white space become one space, entities and
   * percent-encoding are decoded, the fragment ("#History") goes, the namespace is replaced by its
   * local name, and the first letter gets its case. Namespaces are recognised by local name, alias
   * or canonical English name, without regard to case; a leading colon means the article namespace
   * unless another is named.
   *
   * @return empty if the text cannot be a title here: nothing left, over 255 bytes of UTF-8, one of
   *     the characters {@code < > [ ] { } |} or a control character, a relative path ("../x"),
   *     "~~~", or a prefix that leads to another wiki ("fr:", "wikt:"). A namespace of this wiki
   *     wins over such a prefix. The prefixes are those of MediaWiki's usual table, since dumps do
   *     not contain the wiki's own table.
   */
  public Optional<Title> title(String written) {
    return parser.parse(written, Namespace.ARTICLE, false);
  }

  /**
   * Like {@link #title(String)}, but a title without a namespace is in {@code defaultNamespace}.
   */
  public Optional<Title> title(String written, int defaultNamespace) {
    return parser.parse(written, defaultNamespace, false);
  }

  /**
   * Like {@link #title(String)}, for the title of a page that is known to exist here: no prefix is
   * taken as that of another wiki, and '%' and '&amp;' stand for themselves.
   */
  public Optional<Title> pageTitle(String title) {
    return parser.parse(title, Namespace.ARTICLE, true);
  }

  /**
   * Resolves a link's target of the form "/x", "../" or "../x", where the namespace of {@code page}
   * has subpages.
   *
   * @return empty if the target has no such form, or leads above the topmost page
   */
  public Optional<Title> relative(Title page, String target) {
    if (!hasSubpages(page.namespace())) {
      return Optional.empty();
    }
    if (target.startsWith("/")) {
      var name = target.substring(1);
      var last = name.length() - 1;
      return title(":" + page.full() + "/" + (name.endsWith("/") ? name.substring(0, last) : name));
    }
    if (!target.startsWith("..")) {
      return Optional.empty();
    }
    var base = page.full();
    var rest = target;
    while (rest.startsWith("../") || rest.equals("..")) {
      int slash = base.lastIndexOf('/');
      if (slash < 0) {
        return Optional.empty();
      }
      base = base.substring(0, slash);
      rest = rest.substring(Math.min(3, rest.length()));
    }
    return title(":" + base + (rest.isEmpty() ? "" : "/" + rest));
  }

  /** Returns whether a slash in titles of this namespace separates a page from a subpage. */
  public boolean hasSubpages(int namespace) {
    return !WITHOUT_SUBPAGES.contains(namespace);
  }

  /** Returns a title without its namespace: "Sea charts" of "Category:Sea charts". */
  public String text(Title title) {
    var namespace = parser.namespace(title.namespace());
    if (namespace == null || namespace.name().isEmpty()) {
      return title.full();
    }
    return title.full().substring(namespace.name().length() + 1);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof SiteInfo that
        && name.equals(that.name)
        && database.equals(that.database)
        && base.equals(that.base)
        && language.equals(that.language)
        && namespaces.equals(that.namespaces);
  }

  @Override
  public int hashCode() {
    return Objects.hash(name, database, base, language, namespaces);
  }

  @Override
  public String toString() {
    return "SiteInfo[" + name + ", " + database + ", " + language + "]";
  }
}
