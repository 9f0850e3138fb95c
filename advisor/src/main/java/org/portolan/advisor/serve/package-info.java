/**
 * How a draft of a design serves the statements of an application: in which steps, and at what
 * cost. Depends on {@code shape} and {@code target}; must never choose between drafts.
 */
package org.portolan.advisor.serve;
