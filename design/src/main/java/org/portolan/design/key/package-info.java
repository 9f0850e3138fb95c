/**
 * Key layouts after Zdravevski 2016: how an application's key becomes a row key that spreads load,
 * which queries it still answers, and where its table is split. Depends on {@code
 * org.portolan.types} only.
 */
package org.portolan.design.key;
