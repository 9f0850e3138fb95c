/** Conflicting writers: edits and creations that share pages, categories and the page list. */
package org.portolan.wiki.contention;
