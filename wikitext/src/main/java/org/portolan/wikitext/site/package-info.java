/** Titles and namespaces: the spelling of page names. Depends on nothing. */
package org.portolan.wikitext.site;
