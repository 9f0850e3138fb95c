/** Seeded random histories of a store against a model that computes everything naively. */
package org.portolan.data.history;
