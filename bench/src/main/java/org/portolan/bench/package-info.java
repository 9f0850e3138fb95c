/**
 * Measurements of the data layer and the wiki, each beside what bounds it. Depends on {@code wiki}
 * and an engine to measure on; nothing depends on it but the command line.
 */
package org.portolan.bench;
