/**
 * Wikitext read without rendering it: which pages a page names, uses and belongs to. Depends on
 * {@code site} only; must never depend on a store, on a renderer or on other pages' texts.
 */
package org.portolan.wiki.text;
