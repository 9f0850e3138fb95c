package org.portolan.planted.engine.ignite;

/** Used by another adapter. */
public final class OtherAdapter {}
