/** The commands of {@code portolan wiki}. */
package org.portolan.cli.wiki;
