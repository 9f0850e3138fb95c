/**
 * Runs made once more, as their manifests say. Depends on {@code run} for the manifests, and on the
 * list of benchmarks to find the one that a manifest names.
 */
package org.portolan.bench.rerun;
