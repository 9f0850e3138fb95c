/**
 * Every benchmark that can be named on the command line. Only the command line and the packages
 * that look a benchmark up by its name depend on it; must never use a measured time to decide
 * whether a result is right.
 */
package org.portolan.bench;
