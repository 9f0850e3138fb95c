package org.portolan.planted.bench.other;

import org.portolan.planted.bench.one.One;

/** The other half. */
public final class Other {
  One one;
}
