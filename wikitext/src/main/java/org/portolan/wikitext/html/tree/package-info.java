/**
 * HTML as a tree: builds it from tags and text by the rules of HTML5, lets in only what is allowed,
 * and writes it. Depends on {@code limit}; knows no wikitext.
 */
package org.portolan.wikitext.html.tree;
