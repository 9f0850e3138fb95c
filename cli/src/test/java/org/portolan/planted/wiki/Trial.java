package org.portolan.planted.wiki;

import org.portolan.planted.testkit.Kit;

/** A part of the product that uses the test kit of applications. */
public final class Trial {
  Kit kit;
}
