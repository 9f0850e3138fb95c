package org.portolan.cluster;

import java.util.Map;
import java.util.OptionalLong;

/**
 * One server of a cluster at a moment.
 *
 * @param name its name in commands, for example {@code region-server-2}
 * @param role its role, for example {@code region-server}
 * @param state whether it runs
 * @param pid its process number, if it runs
 * @param address the address on which it listens: loopback, unless it has a separate host
 * @param ports its ports, by use
 * @param residentBytes the memory of its process, if it runs and the system reports it
 */
public record ServerStatus(
    String name,
    String role,
    State state,
    OptionalLong pid,
    String address,
    Map<String, Integer> ports,
    OptionalLong residentBytes) {
  /** The role of the relay that keeps servers apart. */
  public static final String RELAY = "relay";

  /** Whether a server runs. */
  public enum State {
    /** Its process exists. */
    RUNNING,
    /** It was started and not stopped, but its process is gone: killed or crashed. */
    DEAD,
    /** It was stopped, or never started. */
    STOPPED
  }

  /**
   * Returns whether this is a server of the engine, and not the relay between them, whose work no
   * server does where the distance is real.
   */
  public boolean isOfEngine() {
    return !role.equals(RELAY);
  }

  /** Returns whether the server's process exists. */
  public boolean isRunning() {
    return state == State.RUNNING;
  }
}
