/**
 * Typed values, tuples, their order-preserving encoding, and the sort of what is encoded. Designs,
 * engines and the data layer must agree on them byte for byte. Depends on ICU for collations and on
 * nothing else. Must never know of designs, engines or tables.
 */
package org.portolan.types;
