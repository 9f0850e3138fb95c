/**
 * Typed values, tuples and their order-preserving encoding. Designs, engines and the data layer
 * must agree on them byte for byte. Depends on ICU for collations and on nothing else. Must never
 * know of designs, engines or tables.
 */
package org.portolan.types;
