/**
 * Measures the start of the command. Depends on {@code wiki} to make a store; knows the command
 * only as a file to run.
 */
package org.portolan.bench.start;
