package org.portolan.planted.wiki;

import org.portolan.planted.engine.fixture.Cluster;

/** A part of the product that uses the test kit. */
public final class Demo {
  Cluster cluster;
}
