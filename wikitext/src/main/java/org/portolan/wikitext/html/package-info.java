/**
 * Makes HTML of expanded wikitext: paragraphs, lists, tables, links, references. Depends on {@code
 * expand}, {@code text}, {@code site}, {@code message} and {@code limit}; must never depend on a
 * store, and asks nothing about other pages.
 */
package org.portolan.wikitext.html;
