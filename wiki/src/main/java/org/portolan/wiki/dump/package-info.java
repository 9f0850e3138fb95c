/**
 * Reads and writes MediaWiki's XML export files, in bounded memory. Depends on {@code site} and
 * {@code text}; must never depend on a store, so that the importer decides about batches and
 * threads.
 */
package org.portolan.wiki.dump;
