/**
 * Statistics of measurements: medians with their spread, intervals, ratios, tests for few repeats,
 * steady state. Pure functions of numbers; depends on nothing. Must never know what was measured.
 */
package org.portolan.bench.statistics;
