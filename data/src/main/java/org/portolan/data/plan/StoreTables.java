package org.portolan.data.plan;

import java.util.ArrayList;
import java.util.List;
import org.portolan.data.Store.Guarantee;
import org.portolan.data.internal.process.ProcessTable;
import org.portolan.data.internal.schema.StoreSchema;
import org.portolan.data.internal.session.SessionTable;
import org.portolan.design.Design;
import org.portolan.design.PortableDesign;
import org.portolan.engine.Capabilities;
import org.portolan.engine.TableSchema;

/** The tables that a new store creates. */
public final class StoreTables {
  private StoreTables() {}

  /**
   * Returns all tables of a store of a valid design: those of its data, and those of the store's
   * own state. The order is always the same.
   */
  public static List<TableSchema> of(Design design, Capabilities capabilities) {
    Design concrete = PortableDesign.concrete(design, capabilities.items());
    return of(StoreSchema.of(concrete, capabilities), capabilities);
  }

  /** As above, of a compiled design. */
  public static List<TableSchema> of(StoreSchema schema, Capabilities capabilities) {
    List<TableSchema> tables = new ArrayList<>(schema.tables());
    tables.add(StoreSchema.metaTable());
    if (schema.guarantee() == Guarantee.REPAIRED) {
      tables.add(SessionTable.schema());
      if (!capabilities.local()) {
        tables.add(ProcessTable.schema());
      }
    }
    return tables;
  }
}
