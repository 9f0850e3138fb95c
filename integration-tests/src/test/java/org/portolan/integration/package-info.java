/**
 * Tests that need the whole: the wiki on clusters of real servers, what becomes of its edits when
 * servers and clients are killed, the data layer's fault injection on real engines, and what a
 * measurement sees of servers. Uses the wiki, every engine, {@code bench} and {@code cluster};
 * nothing may use it.
 */
package org.portolan.integration;
