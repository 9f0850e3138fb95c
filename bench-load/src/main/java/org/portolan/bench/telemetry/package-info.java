/**
 * What happens beside a run of load: requests of each server by the engine's own count, processors
 * of client and servers, bytes on the wire, compactions, servers that die. Depends on {@code
 * engine} and {@code cluster}; must never stop a run, whatever it cannot find out.
 */
package org.portolan.bench.telemetry;
