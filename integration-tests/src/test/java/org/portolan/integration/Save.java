package org.portolan.integration;

/**
 * One save that a writer asks for. Each has a text of its own, which is asked for only once, so
 * that a text tells which save made a revision.
 *
 * @param page which page is meant, whatever its title is now
 * @param title the title that the page had when the writer read it
 * @param base the revision that the writer read, 0 if there was no page
 */
record Save(String page, String title, long base, String text) {}
