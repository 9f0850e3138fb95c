package org.portolan.wikitext.expand;

/** How much a wiki has, for {@code {{NUMBEROFARTICLES}}} and the like. */
public record Statistics(
    long pages, long articles, long files, long edits, long users, long activeUsers, long admins) {
  public static final Statistics NONE = new Statistics(0, 0, 0, 0, 0, 0, 0);
}
