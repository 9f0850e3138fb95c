/**
 * The wiki beside MediaWiki: what both find in the same pages. Depends on {@code wiki} and {@code
 * wikitext}, and reads files that MediaWiki's database exports; nothing of MediaWiki itself.
 */
package org.portolan.bench.mediawiki;
