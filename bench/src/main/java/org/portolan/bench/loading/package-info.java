/**
 * Loads of a store, beside the engine's own client that writes the same cells. Depends on the
 * wiki's import, the migration and the clients of the engines; must never depend on other
 * benchmarks.
 */
package org.portolan.bench.loading;
