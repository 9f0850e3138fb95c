/**
 * The command {@code portolan}. Depends on every other module; has none of their logic, only input
 * and output for people.
 */
package org.portolan.cli;
