package org.portolan.wikitext.site;

import java.util.List;

/**
 * A namespace of a wiki.
 *
 * @param id MediaWiki's number: 0 articles, 10 templates, 14 categories, 828 modules, odd numbers
 *     discussions, negative numbers virtual
 * @param name the local name ("Kategorija"), empty for articles
 * @param capitalized whether the first letter of a title is always upper case
 * @param aliases further names that mean this namespace, the canonical English one among them
 */
public record Namespace(int id, String name, boolean capitalized, List<String> aliases) {
  /** Links to a file itself instead of its page, "Media:…". */
  public static final int MEDIA = -2;

  public static final int ARTICLE = 0;
  public static final int TALK = 1;
  public static final int USER = 2;
  public static final int PROJECT = 4;
  public static final int FILE = 6;

  /** The texts of the interface, "MediaWiki:…". */
  public static final int INTERFACE = 8;

  public static final int TEMPLATE = 10;
  public static final int CATEGORY = 14;
  public static final int MODULE = 828;

  public Namespace {
    aliases = List.copyOf(aliases);
  }
}
