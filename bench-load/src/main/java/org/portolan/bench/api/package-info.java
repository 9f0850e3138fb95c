/**
 * What a benchmark is: a name, options, variants that are measured in turn, a report. Depends on
 * {@code random} for the names of distributions; everything else that measures depends on it.
 */
package org.portolan.bench.api;
