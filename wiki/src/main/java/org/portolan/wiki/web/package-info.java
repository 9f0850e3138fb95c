/**
 * The wiki's pages over HTTP, by Undertow and JTE. Depends on the {@link org.portolan.wiki.Wiki}
 * interface and on {@code render}; must never depend on a store, and must never make a page on a
 * thread that reads requests.
 */
package org.portolan.wiki.web;
