/**
 * The wiki's pages as texts of its language: what expansions read of a wiki, and what pages name.
 * Depends on {@code wikitext} and on the types of {@code wiki}; must never access a store except
 * through the reads that it is given.
 */
package org.portolan.wiki.text;
