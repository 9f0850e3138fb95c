/**
 * Every benchmark that can be named on the command line. Depends on the packages that measure, and
 * so on {@code bench-report}, {@code wiki} and the engines; of the other packages, only those that
 * look a benchmark up by its name use it. Must never use a measured time to decide whether a result
 * is right.
 */
package org.portolan.bench;
