/**
 * The operations of the wiki that are measured one by one, and the pages on which they run. Depends
 * on {@code wiki}; must never know a data model or a benchmark.
 */
package org.portolan.bench.operations;
