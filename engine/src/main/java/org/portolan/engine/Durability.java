package org.portolan.engine;

/** How much a returned write has survived. */
public enum Durability {
  /** On stable storage: survives power loss. The default for every acknowledged write. */
  SYNCED,
  /**
   * Handed to the operating system: survives the death of the process, and after a power loss the
   * writes that remain are a prefix of those made. For bulk loads that can be resumed.
   */
  BUFFERED
}
