package org.portolan.planted.data.internal.left;

import org.portolan.planted.data.internal.right.Right;

/** Depends on a package that depends on this one. */
public final class Left {
  public Right other;
}
