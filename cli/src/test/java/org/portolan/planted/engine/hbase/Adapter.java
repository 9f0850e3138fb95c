package org.portolan.planted.engine.hbase;

import org.portolan.planted.engine.ignite.OtherAdapter;

/** An adapter that uses another. */
public final class Adapter {
  OtherAdapter other;
}
