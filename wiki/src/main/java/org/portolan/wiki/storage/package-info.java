/**
 * A wiki's storage as jobs, imports, checks and commands see it, the rules of writing that every
 * storage follows, and what all models in a store share ({@code StoredJobs}, {@code
 * StoredImports}). Depends on the types of {@code wiki}, on {@code text} and on the data layer;
 * must never know how a storage keeps its pages.
 */
package org.portolan.wiki.storage;
