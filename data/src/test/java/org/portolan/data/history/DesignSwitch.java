package org.portolan.data.history;

import org.portolan.data.internal.schema.IndexSchema;
import org.portolan.data.internal.schema.StoreMeta;
import org.portolan.data.internal.schema.StoreSchema;
import org.portolan.design.DesignWriter;
import org.portolan.engine.Engine;
import org.portolan.types.Collations;

/** Lets a store be opened by another design: writes its texts and nothing else. */
public final class DesignSwitch {
  private DesignSwitch() {}

  public static void to(Engine engine, StoreSchema schema) {
    StoreMeta meta = new StoreMeta(engine);
    boolean collated = schema.indexes().stream().anyMatch(IndexSchema::isCollated);
    meta.write("collations", Collations.version() + (collated ? " in indexes" : ""));
    meta.write("design", DesignWriter.write(schema.design()));
  }
}
