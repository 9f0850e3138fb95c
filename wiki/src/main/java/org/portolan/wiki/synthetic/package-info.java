/**
 * The synthetic wiki of Klencke 2010, for measurements. Depends on {@code site} only; must never
 * depend on a store, so that the same pages can be written anywhere.
 */
package org.portolan.wiki.synthetic;
