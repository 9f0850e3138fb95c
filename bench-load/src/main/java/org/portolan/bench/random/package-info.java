/**
 * Distributions of the items that a workload requests, and their skew. Depends on a library of
 * samplers only; must never depend on a store or a clock, so that the seed alone determines the
 * draws.
 */
package org.portolan.bench.random;
