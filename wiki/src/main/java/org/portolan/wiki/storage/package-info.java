/**
 * A wiki's storage as jobs, imports, checks and commands see it, and the rules of writing that
 * every storage follows. Depends on the types of {@code wiki} and on {@code text}; must never know
 * how a storage keeps its pages.
 */
package org.portolan.wiki.storage;
