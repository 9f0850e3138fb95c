package org.portolan.planted.data;

import org.portolan.planted.engine.hbase.Adapter;

/** The data layer that knows an engine. */
public final class Layer {
  Adapter adapter;
}
