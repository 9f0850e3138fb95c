package org.portolan.wiki;

/**
 * The counters of a wiki.
 *
 * @param pages the number of pages in all namespaces, redirects included
 * @param articles the pages of the main namespace that link to another page and are no redirects:
 *     MediaWiki's default for {@code {{NUMBEROFARTICLES}}}
 * @param edits the number of revisions stored
 */
public record Statistics(long pages, long articles, long edits) {}
