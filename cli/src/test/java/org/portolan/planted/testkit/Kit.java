package org.portolan.planted.testkit;

/** A part of the test kit of applications. */
public final class Kit {}
