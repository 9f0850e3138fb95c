/**
 * How long the command takes to start. Depends on {@code wiki} to make a store; knows the command
 * as a file to be run only.
 */
package org.portolan.bench.start;
