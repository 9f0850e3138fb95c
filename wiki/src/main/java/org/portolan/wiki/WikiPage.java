package org.portolan.wiki;

import java.util.Optional;

/**
 * A page at one revision.
 *
 * @param title the full title in normal form
 * @param namespace the number of its namespace
 * @param pageId the page's number, kept from the dump it came from
 * @param redirect the title that the current revision redirects to
 * @param current whether {@code revision} is the newest
 */
public record WikiPage(
    String title,
    int namespace,
    long pageId,
    Optional<String> redirect,
    RevisionInfo revision,
    String text,
    boolean current) {}
