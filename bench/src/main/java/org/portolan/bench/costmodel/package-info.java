/**
 * Checks the costs by which designs are compared on operations of an application. Depends on {@code
 * wiki} and on the calibration; must never estimate work, only count it.
 */
package org.portolan.bench.costmodel;
