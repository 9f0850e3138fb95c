package org.portolan.cli;

import java.util.Locale;
import java.util.Optional;
import org.portolan.data.plan.StoreTables;
import org.portolan.design.Design;
import org.portolan.engine.EngineProvider;
import org.portolan.engine.TableScript;

/** The tables of a design's store in the language of an engine's own tools. */
public final class TableScripts {
  /** The longest name that every engine takes for a store. */
  private static final int NAME_LENGTH_MAX = 32;

  private TableScripts() {}

  /** Returns the script for a store that has the name of its design. */
  public static Optional<TableScript> of(Design design, EngineProvider engine) {
    return of(design, engine, engine.exampleUri(storeName(design.name())));
  }

  /**
   * Returns the script for a store of a URI.
   *
   * @throws IllegalArgumentException if the URI has not the form of the engine's
   */
  static Optional<TableScript> of(Design design, EngineProvider engine, String uri) {
    return engine.script(uri, StoreTables.of(design, engine.capabilities()));
  }

  private static String storeName(String design) {
    String name = design.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]", "_");
    String begun = name.matches("[a-z].*") ? name : "store_" + name;
    return begun.substring(0, Math.min(begun.length(), NAME_LENGTH_MAX));
  }
}
