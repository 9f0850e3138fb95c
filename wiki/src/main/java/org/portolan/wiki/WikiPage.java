package org.portolan.wiki;

import java.util.Optional;

/**
 * A page at one revision.
 *
 * @param title the full title in normal form
 * @param namespace the number of its namespace
 * @param pageId the page's number, kept from its dump
 * @param redirect the title to which the current revision redirects; one of another wiki has its
 *     prefix, as {@code SiteInfo.elsewhere} returns it
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
