package org.portolan.engine.simulated;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import org.portolan.engine.Capabilities;
import org.portolan.engine.TableSchema;
import org.portolan.engine.fixture.MemoryTable;
import org.portolan.engine.fixture.Place;
import org.portolan.types.Bytes;
import org.portolan.types.Tuple;

/** A table of a simulated cluster. */
final class SimulatedTable {
  volatile MemoryTable codecs;
  final ConcurrentSkipListMap<Place, SimulatedRow> rows = new ConcurrentSkipListMap<>();
  private final Map<Bytes, PaxosPartition> partitions = new HashMap<>();
  private final int copies;

  SimulatedTable(TableSchema schema, Capabilities capabilities, int copies) {
    this.codecs = new MemoryTable(schema, capabilities.keyOrder(), capabilities.keyBytesMax());
    this.copies = copies;
  }

  /** Alters the table; returns the families whose content is gone. */
  List<String> alter(TableSchema before, TableSchema after) {
    MemoryTable standing = codecs;
    codecs = standing.altered(before, after);
    List<String> changed = MemoryTable.changedFamilies(standing.schema(), codecs.schema());
    rows.values().forEach(row -> changed.forEach(row::forget));
    return changed;
  }

  /** Returns a row; if there is none yet, adds an empty one. */
  SimulatedRow rowToChange(Place place) {
    return rows.computeIfAbsent(place, any -> new SimulatedRow(codecs.key(place), copies));
  }

  /** Returns a row; if there is none, returns an empty one without adding it. */
  SimulatedRow rowToRead(Place place) {
    SimulatedRow row = rows.get(place);
    return row == null ? new SimulatedRow(codecs.key(place), copies) : row;
  }

  PaxosPartition partition(Tuple key) {
    Tuple leading = key.slice(0, codecs.schema().partitionColumns());
    Bytes encoded = Bytes.wrap(codecs.keyCodec().encodePrefix(leading));
    return partitions.computeIfAbsent(encoded, any -> new PaxosPartition());
  }
}
