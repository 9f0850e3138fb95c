/**
 * Measures the costs by which designs are compared, on the engine of a store. Depends on the data
 * layer; must never know an engine.
 */
package org.portolan.bench.calibration;
