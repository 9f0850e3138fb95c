/**
 * Tests that need all modules: the wiki on clusters of real servers, the fate of its edits when
 * servers and clients are killed, the data layer's fault injection on real engines, and the
 * servers' figures in a measurement. Uses the wiki, every engine, {@code bench} and {@code
 * cluster}; nothing may use it.
 */
package org.portolan.integration;
