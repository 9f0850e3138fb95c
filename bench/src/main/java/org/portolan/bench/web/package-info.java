/**
 * The wiki's pages over HTTP. Depends on {@code wiki}'s server, and on Undertow for the bare server
 * beside it; the client is its own and knows of neither.
 */
package org.portolan.bench.web;
