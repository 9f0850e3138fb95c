/**
 * What a table can become in a design, and why not. Depends on {@code table}, {@code infer} and
 * {@code access}; must never know what anything costs.
 */
package org.portolan.advisor.shape;
