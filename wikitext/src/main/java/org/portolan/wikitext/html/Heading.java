package org.portolan.wikitext.html;

/**
 * A heading of a page.
 *
 * @param level 1 to 6
 * @param id the id of its element
 * @param text its text without markup
 */
public record Heading(int level, String id, String text) {}
