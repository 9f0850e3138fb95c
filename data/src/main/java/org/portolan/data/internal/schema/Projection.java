package org.portolan.data.internal.schema;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.portolan.data.Columns;
import org.portolan.data.EntityRow;
import org.portolan.data.internal.schema.RowForm.FamilyForm;
import org.portolan.engine.FamilyRead;
import org.portolan.engine.Row;
import org.portolan.types.Column;
import org.portolan.types.PositionedValues;
import org.portolan.types.Tuple;

/**
 * Some columns of an entity: what to read for them, and where their values are in what was read. It
 * is the same for all reads of these columns, so it is made once. Immutable.
 */
public final class Projection {
  private final List<FamilyRead> reads;
  private final Map<String, Integer> positions = new LinkedHashMap<>();
  private final List<String> families = new ArrayList<>();
  private final List<Integer> places = new ArrayList<>();

  /** By place, where stored values need a look; null where they are the values. */
  private final List<StoredColumns> forms = new ArrayList<>();

  /**
   * @param declared the families, the first with the columns of the key that every read needs
   */
  Projection(List<FamilyForm> declared, Columns columns) {
    List<FamilyRead> all = new ArrayList<>();
    for (FamilyForm family : declared) {
      boolean first = family.equals(declared.get(0));
      StoredColumns form = family.columns();
      List<String> wanted = new ArrayList<>();
      if (first) {
        wanted.addAll(form.originalNames());
      }
      List<Column> known = form.declared();
      for (int place = 0; place < known.size(); place++) {
        String name = known.get(place).name();
        if (columns.contains(name)) {
          wanted.addAll(form.names(place));
          positions.put(name, positions.size());
          families.add(family.name());
          places.add(place);
          forms.add(form.isPlain() ? null : form);
        }
      }
      if (columns.all()) {
        all.add(FamilyRead.all(family.name()));
      } else if (!wanted.isEmpty()) {
        all.add(new FamilyRead.Columns(family.name(), wanted));
      } else if (first) {
        all.add(new FamilyRead.Presence(family.name()));
      }
    }
    reads = List.copyOf(all);
  }

  /** Returns the reads of a row: at least of whether it exists. */
  public List<FamilyRead> reads() {
    return reads;
  }

  /**
   * Returns a row that exists and was read with {@link #reads}. In the columns of its absent
   * families it has null, or what rows have in them that are older than these columns.
   */
  public EntityRow row(Tuple key, Row row) {
    Object[] values = new Object[places.size()];
    for (int position = 0; position < values.length; position++) {
      List<Object> stored = row.columns().get(families.get(position));
      boolean absent = stored == null || stored.isEmpty();
      StoredColumns form = forms.get(position);
      int place = places.get(position);
      if (form != null) {
        values[position] = absent ? form.absent(place) : form.read(place, stored);
      } else if (!absent) {
        values[position] = stored.get(place);
      }
    }
    return new EntityRow(key, new PositionedValues(positions, values));
  }
}
