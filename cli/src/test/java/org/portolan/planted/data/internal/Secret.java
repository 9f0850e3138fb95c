package org.portolan.planted.data.internal;

/** No class outside of data may use it. */
public final class Secret {}
