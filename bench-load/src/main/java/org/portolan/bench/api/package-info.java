/**
 * The parts of a benchmark: a name, options, variants that are measured in turn, a report. Depends
 * on {@code random} for the names of distributions; all other packages that measure depend on it.
 */
package org.portolan.bench.api;
