package org.portolan.data.internal.process;

import java.util.Optional;
import org.portolan.data.Store.Guarantee;
import org.portolan.data.internal.schema.StoreMeta;
import org.portolan.engine.Engine;

/**
 * Whether the processes at a store take part in changes of its design while they write. On an
 * engine of rows they always do, since their sessions cost a write nothing more. Where transactions
 * span a store on servers, each write then gets one record more ({@link Guard}), so that is the
 * user's choice, and a text in the store keeps it. A store within a process needs nothing.
 */
public final class Guarding {
  private static final String NAME = "guards";
  private static final String ON = "on";

  private Guarding() {}

  /** Returns whether other processes can have the store open, and take part. */
  public static boolean isShared(Engine engine) {
    return !engine.capabilities().local()
        && (Guarantee.of(engine.capabilities()) == Guarantee.REPAIRED
            || isOn(new StoreMeta(engine)));
  }

  /** Returns whether the processes at a store whose transactions span it have guards. */
  public static boolean isOn(StoreMeta meta) {
    return meta.read(NAME).filter(text -> text.startsWith(ON)).isPresent();
  }

  /**
   * Turns guards on or off. No process may have the store open.
   *
   * @return whether that is a change
   */
  public static boolean turn(Engine engine, boolean on) {
    StoreMeta meta = new StoreMeta(engine);
    if (isOn(meta) == on) {
      return false;
    }
    if (on) {
      ProcessTable.createIfMissing(engine);
    }
    Optional<String> before = meta.read(NAME);
    // No text of a name comes twice.
    long number =
        before.map(text -> Long.parseLong(text.substring(text.indexOf(' ') + 1))).orElse(0L) + 1;
    meta.write(NAME, (on ? ON : "off") + " " + number);
    return true;
  }
}
