package org.portolan.engine;

/** The failures that a returned write survives. */
public enum Durability {
  /** On stable storage: survives power loss. The default for every acknowledged write. */
  SYNCED,
  /**
   * Handed to the operating system: survives the death of the process; after a power loss a prefix
   * of the writes remains. For bulk loads that can be resumed.
   */
  BUFFERED
}
