/**
 * What an application sees of a store whose design has changed since the application was written:
 * reads without columns that it does not know, and writes that refuse them; uses of what was
 * dropped fail. Knows the schema and the interfaces of the store. Must never be used within an
 * operation, which sees everything.
 */
package org.portolan.data.internal.view;
