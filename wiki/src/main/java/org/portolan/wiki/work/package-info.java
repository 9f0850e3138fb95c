/**
 * Threads that several clients share fairly. Depends on nothing beyond the platform, and knows
 * neither pages nor HTTP.
 */
package org.portolan.wiki.work;
