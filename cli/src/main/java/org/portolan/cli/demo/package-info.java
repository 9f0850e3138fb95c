/** The command {@code portolan demo}: the whole story of a migration on this machine. */
package org.portolan.cli.demo;
