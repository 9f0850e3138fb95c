/**
 * Infers what a schema does not declare: relationships and keys. Depends on {@code schema}, {@code
 * access} and {@code workload}; the same input always gives the same result, in the same order.
 */
package org.portolan.advisor.infer;
