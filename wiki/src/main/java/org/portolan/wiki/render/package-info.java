/**
 * Renders pages for the web: {@code wikitext} makes safe HTML of them within limits, here in
 * threads that clients share fairly, with batched reads of other pages, and with links of this
 * site. Depends on {@code wikitext}, on {@code work} and on the types of {@code wiki}; must never
 * access the network, nor a store except through the reads that it is given.
 */
package org.portolan.wiki.render;
