/** Reads of an engine, counted by a trace. */
package org.portolan.data.internal.access;
