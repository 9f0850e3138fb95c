package org.portolan.data;

/** The place where two writers conflicted, as in Kruber 2014, table VI. */
public enum ConflictCause {
  /** On the same entity row or its items: two users change the same thing. */
  SAME_ROW,
  /** Only on an index: independent writes whose index changes overlap. */
  INDEX_ONLY,
  /** The engine could not say where. */
  UNKNOWN
}
