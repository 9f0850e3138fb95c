/**
 * Turns wikitext into HTML that is safe to serve: bliki parses within hard limits, a sanitiser lets
 * through what is known to be harmless, and local links stay markable as red. Depends on the types
 * of {@code wiki} and on {@code site} and {@code text} only; must never reach a store except
 * through the batched reads it is handed, nor the network.
 */
package org.portolan.wiki.render;
