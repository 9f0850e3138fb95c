/**
 * Reads relational schemas and query logs, and infers what they do not declare. Depends on {@code
 * design} for the layout of text only; must never know a store or an engine.
 */
package org.portolan.advisor;
