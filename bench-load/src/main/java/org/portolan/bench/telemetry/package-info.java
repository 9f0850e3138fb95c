/**
 * Telemetry of runs under load: requests of each server by the engine's own count, processors of
 * client and servers, bytes on the wire, compactions, servers that die. Depends on {@code engine}
 * and {@code cluster}; must never stop a run, even if no figure can be read.
 */
package org.portolan.bench.telemetry;
