/** Titles and namespaces: how a wiki spells the names of its pages. Depends on nothing. */
package org.portolan.wiki.site;
