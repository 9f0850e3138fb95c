/**
 * Every benchmark that can be named on the command line. Only the command line and the packages
 * that look a benchmark up by its name depend on it; must never judge by the clock whether
 * something is right.
 */
package org.portolan.bench;
