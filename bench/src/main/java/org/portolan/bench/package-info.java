/**
 * Measurements of the data layer and the wiki, each beside what bounds it. Depends on {@code wiki},
 * an engine to measure on and {@code cluster} to watch its servers; nothing may depend on it but
 * the command line, and it must never judge by the clock whether something is right.
 */
package org.portolan.bench;
