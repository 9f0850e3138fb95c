/** The commands about relational databases: {@code portolan relational}. */
package org.portolan.cli.relational;
