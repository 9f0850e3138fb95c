/**
 * A deterministic simulation of clusters and of the processes that use them: threads run one at a
 * time, time is virtual, and one seed decides every event. Depends on the engine interface and the
 * rows in memory of {@code org.portolan.engine.fixture}. Must never ask the machine for time,
 * random numbers or an order of threads, and must never be part of the product.
 */
package org.portolan.engine.simulated;
