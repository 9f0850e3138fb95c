/** What the work on one text may cost. Depends on nothing. */
package org.portolan.wikitext.limit;
