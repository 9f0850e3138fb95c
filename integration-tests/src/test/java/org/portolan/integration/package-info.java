/**
 * Tests that need the whole: the wiki on clusters of real servers, what becomes of its edits when
 * servers and clients are killed, and the data layer's fault injection on real engines. Uses the
 * wiki, every engine and module {@code cluster}; nothing may use it.
 */
package org.portolan.integration;
