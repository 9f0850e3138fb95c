/**
 * Page reads and saves of a wiki on a store of any engine, compared with the same reads and writes
 * through that engine's own client.
 */
package org.portolan.bench.pages;
