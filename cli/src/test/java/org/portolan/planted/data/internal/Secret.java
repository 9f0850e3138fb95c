package org.portolan.planted.data.internal;

/** Nobody outside of data may use it. */
public final class Secret {}
