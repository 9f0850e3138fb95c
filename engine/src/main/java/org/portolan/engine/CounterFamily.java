package org.portolan.engine;

/** A family that holds one number, zero until it is added to. */
public record CounterFamily(String name) implements Family {}
