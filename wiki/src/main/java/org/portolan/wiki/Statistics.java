package org.portolan.wiki;

/**
 * The counters of a wiki.
 *
 * @param pages the number of pages in all namespaces, redirects included
 * @param edits the number of revisions stored
 */
public record Statistics(long pages, long edits) {}
