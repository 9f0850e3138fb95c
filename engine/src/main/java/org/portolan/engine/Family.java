package org.portolan.engine;

/** A part of a row that is stored and read together. Every row may have each of its families. */
public sealed interface Family permits ColumnFamily, ItemFamily, CounterFamily {
  String name();
}
