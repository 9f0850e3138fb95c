/**
 * Chooses a design for the schema and workload of an application, and says why. Depends on {@code
 * serve}; must never execute anything.
 */
package org.portolan.advisor.propose;
