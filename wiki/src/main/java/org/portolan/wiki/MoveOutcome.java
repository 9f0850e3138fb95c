package org.portolan.wiki;

/** The outcome of a {@link Move}. */
public enum MoveOutcome {
  MOVED,
  /** There is no page with the old title. */
  MISSING,
  /** Another page has the new title. */
  TARGET_EXISTS
}
