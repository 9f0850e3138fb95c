/**
 * Rows and items as records of Java. {@link org.portolan.data.records.Entity} and {@link
 * org.portolan.data.records.Items} are made once from a store's design, which they are checked
 * against, and call the store's or a transaction's methods.
 */
package org.portolan.data.records;
