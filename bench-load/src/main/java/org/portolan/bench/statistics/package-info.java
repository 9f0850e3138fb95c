/**
 * What measurements allow to say: intervals, ratios, tests for few repeats, steady state. Pure
 * functions of numbers; depends on nothing. Must never know what was measured, or print it.
 */
package org.portolan.bench.statistics;
