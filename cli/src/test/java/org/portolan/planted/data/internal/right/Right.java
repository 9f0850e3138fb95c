package org.portolan.planted.data.internal.right;

import org.portolan.planted.data.internal.left.Left;

/** Depends on a package that depends on this one. */
public final class Right {
  public Left other;
}
