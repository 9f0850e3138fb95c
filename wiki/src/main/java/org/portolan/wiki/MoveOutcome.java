package org.portolan.wiki;

/** What became of a {@link Move}. */
public enum MoveOutcome {
  MOVED,
  /** There is no page of the old title. */
  MISSING,
  /** The new title is taken by another page. */
  TARGET_EXISTS
}
