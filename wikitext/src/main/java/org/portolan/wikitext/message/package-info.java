/** The sentences that a program shows, by language. Depends on nothing in this project. */
package org.portolan.wikitext.message;
