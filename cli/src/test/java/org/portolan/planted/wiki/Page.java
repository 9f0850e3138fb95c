package org.portolan.planted.wiki;

import org.portolan.planted.data.internal.Secret;
import org.portolan.planted.engine.hbase.Adapter;

/** An application that knows an engine and the internals of the data layer. */
public final class Page {
  Secret secret;
  Adapter adapter;
}
