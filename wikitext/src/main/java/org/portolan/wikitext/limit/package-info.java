/** What the work on one text may cost. Depends on {@code message} only. */
package org.portolan.wikitext.limit;
