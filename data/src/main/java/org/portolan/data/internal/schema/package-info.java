/** A design compiled to tables: where each thing lies, worked out once when a store is opened. */
package org.portolan.data.internal.schema;
