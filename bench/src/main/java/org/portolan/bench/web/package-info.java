/**
 * The wiki's pages over HTTP. Depends on {@code wiki}'s server, and on Undertow for the bare server
 * in comparison; the package has its own client, which knows neither.
 */
package org.portolan.bench.web;
