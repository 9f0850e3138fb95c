/**
 * Repeats runs from their manifests. Depends on {@code run} for the manifests, and on the list of
 * benchmarks to find the one that a manifest names.
 */
package org.portolan.bench.rerun;
