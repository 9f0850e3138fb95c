/** The commands of {@code portolan cluster}. */
package org.portolan.cli.cluster;
