package org.portolan.integration;

/**
 * One save that a writer requests. Each save has a different text and is requested only once, so
 * that a text identifies the save that made a revision.
 *
 * @param page the identity of the page, whatever its title is now
 * @param title the title that the page had when the writer read it
 * @param base the revision that the writer read, 0 if there was no page
 */
record Save(String page, String title, long base, String text) {}
