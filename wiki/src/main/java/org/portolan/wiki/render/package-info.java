/**
 * Turns wikitext into HTML that is safe to serve: bliki parses within hard limits, a sanitiser
 * passes only HTML that is known to be harmless, and local links can still be marked as red.
 * Depends on the types of {@code wiki} and on {@code site} and {@code text} only; must never access
 * the network, nor a store except through the batched reads that it is given.
 */
package org.portolan.wiki.render;
