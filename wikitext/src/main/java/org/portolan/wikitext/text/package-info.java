/**
 * Reads wikitext without rendering it: the links, templates and categories of a page. Depends on
 * {@code site} only; must never depend on a store, on a renderer or on other pages' texts.
 */
package org.portolan.wikitext.text;
