package org.portolan.wiki;

import java.time.Instant;

/**
 * The data of a revision that a history shows.
 *
 * @param id unique within the wiki; a later revision of a page has a larger id
 * @param parentId the revision from which it was made, 0 for the first
 * @param contributor a user name or an IP address
 * @param bytes the length of the text in UTF-8
 * @param model the content model, "wikitext" unless the dump says otherwise ("Scribunto")
 */
public record RevisionInfo(
    long id,
    long parentId,
    Instant timestamp,
    String contributor,
    String comment,
    boolean minor,
    int bytes,
    String model) {

  public static final String WIKITEXT = "wikitext";
}
