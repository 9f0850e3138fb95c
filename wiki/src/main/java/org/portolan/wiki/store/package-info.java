/** The wiki's operations on the data layer: the same code on every data model. */
package org.portolan.wiki.store;
