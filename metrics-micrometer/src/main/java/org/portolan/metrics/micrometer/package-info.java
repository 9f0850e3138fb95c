/**
 * Puts the figures of a store into a meter registry of Micrometer. Depends on the public interface
 * of {@code data} and on Micrometer's core. No other module may depend on it: an application that
 * has no use for Micrometer must not get it.
 */
package org.portolan.metrics.micrometer;
