/**
 * Relational tables in the terms of a design: names, types, rules, and what identifies a row.
 * Depends on {@code schema} and {@code infer}; must never know the workload.
 */
package org.portolan.advisor.table;
