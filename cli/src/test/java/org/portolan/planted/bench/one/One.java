package org.portolan.planted.bench.one;

import org.portolan.planted.bench.other.Other;

/** One half of a cycle. */
public final class One {
  Other other;
}
