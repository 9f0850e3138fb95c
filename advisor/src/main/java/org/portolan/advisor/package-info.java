/**
 * Reads relational schemas and query logs from files and from live databases, and infers what they
 * do not declare. Depends on {@code design} for the layout of text only, and on {@code jdbc} for
 * connections; must never know a store or an engine.
 */
package org.portolan.advisor;
