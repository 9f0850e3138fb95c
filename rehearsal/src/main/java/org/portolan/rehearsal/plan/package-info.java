/**
 * The calls that serve a statement: what is executed, and what is written as lines of Java. Depends
 * on {@code advisor} and {@code layout}; must never open a store.
 */
package org.portolan.rehearsal.plan;
