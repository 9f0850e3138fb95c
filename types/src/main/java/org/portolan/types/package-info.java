/**
 * Typed values, tuples and their order-preserving encoding: what a design, an engine and the data
 * layer all have to agree on byte for byte. Depends on ICU for collations and on nothing else. Must
 * never know of designs, engines or tables.
 */
package org.portolan.types;
