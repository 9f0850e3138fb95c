/**
 * MediaWiki's XML export files, read in bounded memory and written. Depends on {@code site} and
 * {@code text}; must never depend on a store, so that the importer decides about batches and
 * threads.
 */
package org.portolan.wiki.dump;
