/**
 * Expands wikitext: templates, arguments, parser functions, variables, include tags. Depends on
 * {@code site} and {@code limit}; reads other pages only through an interface of its own.
 */
package org.portolan.wikitext.expand;
