package org.portolan.engine.hbase;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.hbase.KeepDeletedCells;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.portolan.engine.SchemaMismatchException;
import org.portolan.engine.SchemaText;
import org.portolan.engine.StoredTable;
import org.portolan.engine.TableSchema;

/**
 * Tables as HBase describes them. The table's attribute {@code portolan.schema} has the table in
 * the form of {@link SchemaText}.
 */
final class TableDescriptors {
  static final String SCHEMA = "portolan.schema";

  /**
   * How long a major compaction keeps a removal, so that an older write has no effect if it arrives
   * late: twice the time that the engine interface promises, because clocks differ.
   */
  private static final String PURGE_DELAY = "hbase.hstore.time.to.purge.deletes";

  private static final long PURGE_DELAY_MS = 7_200_000;

  private static final Optional<String> NONE = Optional.empty();

  private TableDescriptors() {}

  static TableDescriptor of(TableHandle table) {
    TableSchema schema = table.schema();
    TableOptions options = new TableOptions(schema);
    TableDescriptorBuilder builder =
        TableDescriptorBuilder.newBuilder(table.nativeName())
            .setValue(SCHEMA, SchemaText.write(table.stored()))
            .setValue(PURGE_DELAY, Long.toString(PURGE_DELAY_MS));
    options.regionBytes().ifPresent(builder::setMaxFileSize);
    for (FamilyHandle family : table.families()) {
      builder.setColumnFamily(described(family, options));
    }
    return builder.build();
  }

  private static ColumnFamilyDescriptor described(FamilyHandle family, TableOptions options) {
    ColumnFamilyDescriptorBuilder described =
        ColumnFamilyDescriptorBuilder.newBuilder(family.nativeName());
    options.apply(family.name(), described);
    return described.build();
  }

  /**
   * Returns a table with the families that an alteration adds, and otherwise as it is: with the
   * schema from before the alteration.
   *
   * @param options of the added families
   */
  static TableDescriptor withAdded(
      TableDescriptor standing, TableHandle altered, TableOptions options) {
    TableDescriptorBuilder builder = TableDescriptorBuilder.newBuilder(standing);
    for (FamilyHandle family : altered.families()) {
      if (!standing.hasColumnFamily(family.nativeName())) {
        builder.setColumnFamily(described(family, options));
      }
    }
    return builder.build();
  }

  /** Returns a table with the schema from after an alteration, and without removed families. */
  static TableDescriptor withSchema(TableDescriptor standing, TableHandle altered) {
    TableDescriptorBuilder builder =
        TableDescriptorBuilder.newBuilder(standing)
            .setValue(SCHEMA, SchemaText.write(altered.stored()));
    for (String removed : removedFamilies(altered.stored())) {
      if (standing.hasColumnFamily(Bytes.toBytes(removed))) {
        builder.removeColumnFamily(Bytes.toBytes(removed));
      }
    }
    return builder.build();
  }

  private static List<String> removedFamilies(StoredTable table) {
    return table.removedFamilies().stream().map(family -> table.physicalName(family, ".")).toList();
  }

  /** Returns the keys at which the regions of a new table begin, null if it has only one. */
  static byte[][] splitKeys(TableHandle table) {
    byte[][] keys =
        table.schema().splitPoints().stream()
            .map(point -> table.keyCodec().encodePrefix(point))
            .filter(key -> key.length > 0)
            .sorted(Arrays::compareUnsigned)
            .toArray(byte[][]::new);
    List<byte[]> distinct = new ArrayList<>();
    for (byte[] key : keys) {
      if (distinct.isEmpty() || !Arrays.equals(distinct.get(distinct.size() - 1), key)) {
        distinct.add(key);
      }
    }
    return distinct.isEmpty() ? null : distinct.toArray(byte[][]::new);
  }

  /** Whether Portolan made the table. */
  static boolean hasSchema(TableDescriptor descriptor) {
    return descriptor.getValue(SCHEMA) != null;
  }

  static StoredTable stored(TableDescriptor descriptor) {
    return SchemaText.parseStored(descriptor.getValue(SCHEMA));
  }

  /**
   * @throws SchemaMismatchException if the table differs from the requested schema or from its own
   *     schema; the message lists the differences
   */
  static void requireSame(TableDescriptor standing, TableSchema wanted) {
    List<String> found = new ArrayList<>();
    if (!hasSchema(standing)) {
      found.add("Portolan did not create it: it lacks the attribute " + SCHEMA);
    } else {
      found.addAll(SchemaText.differences(stored(standing).schema(), wanted));
      differences(standing, found);
      TableOptions options = new TableOptions(wanted);
      options
          .regionBytes()
          .filter(bytes -> bytes != standing.getMaxFileSize())
          .ifPresent(
              bytes ->
                  found.add(
                      "it has hbase.region-size " + standing.getMaxFileSize() + ", not " + bytes));
      for (ColumnFamilyDescriptor family : standing.getColumnFamilies()) {
        options.differences(family.getNameAsString(), family, found);
      }
    }
    if (!found.isEmpty()) {
      throw new SchemaMismatchException(
          "table '"
              + wanted.name()
              + "' exists with another schema: "
              + String.join("; ", found)
              + "; drop it or request its existing schema");
    }
  }

  /** Adds the changes of the table since Portolan made it. */
  private static void differences(TableDescriptor standing, List<String> found) {
    StoredTable table = stored(standing);
    Set<String> declared = new HashSet<>();
    table.families().forEach(family -> declared.add(table.physicalName(family, ".")));
    List<String> removed = removedFamilies(table);
    for (ColumnFamilyDescriptor family : standing.getColumnFamilies()) {
      String name = family.getNameAsString();
      if (!declared.remove(name) && !removed.contains(name)) {
        found.add("HBase has a column family " + name + " that its schema does not have");
      }
    }
    for (String name : declared) {
      found.add("HBase lacks the column family " + name + " of its schema");
    }
    found.addAll(removalFaults(standing));
  }

  /**
   * Checks that a table, which may have been altered, still keeps removals, and long enough.
   *
   * @throws SchemaMismatchException if it does not; the message lists the reasons
   */
  static void requireRemovals(TableDescriptor standing) {
    List<String> faults = removalFaults(standing);
    if (!faults.isEmpty()) {
      throw new SchemaMismatchException(
          "cannot use the table "
              + standing.getTableName()
              + ", in which a change that arrives late could undo a removal: "
              + String.join("; ", faults)
              + "; undo these changes in HBase's shell");
    }
  }

  private static List<String> removalFaults(TableDescriptor standing) {
    List<String> faults = new ArrayList<>();
    delayFault("its", standing.getValue(PURGE_DELAY), true).ifPresent(faults::add);
    for (ColumnFamilyDescriptor family : standing.getColumnFamilies()) {
      String name = family.getNameAsString();
      if (family.getKeepDeletedCells() != KeepDeletedCells.FALSE) {
        faults.add("column family " + name + " has KEEP_DELETED_CELLS, it must be FALSE");
      }
      if (family.isNewVersionBehavior()) {
        faults.add("column family " + name + " has NEW_VERSION_BEHAVIOR, it must be false");
      }
      // A setting of a family overrides the setting of its table.
      delayFault(
              "column family " + name + " has its own",
              family.getConfigurationValue(PURGE_DELAY),
              false)
          .ifPresent(faults::add);
      byte[] value = family.getValue(Bytes.toBytes(PURGE_DELAY));
      delayFault(
              "column family " + name + " has its own",
              value == null ? null : Bytes.toString(value),
              false)
          .ifPresent(faults::add);
    }
    return faults;
  }

  private static Optional<String> delayFault(String owner, String delay, boolean required) {
    if (delay == null) {
      return required ? Optional.of(owner + " " + PURGE_DELAY + " is not set, " + wanted()) : NONE;
    }
    boolean enough = delay.matches("\\d{1,18}") && Long.parseLong(delay) >= PURGE_DELAY_MS / 2;
    return enough ? NONE : Optional.of(owner + " " + PURGE_DELAY + " " + delay + ", " + wanted());
  }

  private static String wanted() {
    return "it must be " + PURGE_DELAY_MS + " (milliseconds)";
  }
}
