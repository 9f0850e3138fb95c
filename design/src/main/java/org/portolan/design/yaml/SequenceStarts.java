package org.portolan.design.yaml;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.portolan.design.EntityDesign;
import org.portolan.design.Mapping.SequenceStart;
import org.portolan.design.TableMapping;
import org.portolan.design.check.Findings;
import org.portolan.types.Column;
import org.portolan.types.KeyColumn;
import org.portolan.types.ScalarType;

/** The sequences of a mapping. */
final class SequenceStarts {
  private static final String SEQUENCES =
      "write 'sequences: {orders: {in: sequence.next, above: [shop_orders, number]}}': the column"
          + " with the next number, and a table and its column";

  private final MappingFile file;
  private final Findings findings;
  private final List<SequenceStart> sequences = new ArrayList<>();

  SequenceStarts(MappingFile file, Findings findings) {
    this.file = file;
    this.findings = findings;
  }

  void read(Value value) {
    value
        .section(SEQUENCES)
        .ifPresent(
            all ->
                all.all()
                    .forEach(
                        (name, each) ->
                            each.section(SEQUENCES)
                                .flatMap(of -> sequence(name, of))
                                .ifPresent(sequences::add)));
  }

  /** Returns the sequences; reports those of tables that the mapping does not have. */
  List<SequenceStart> of(List<TableMapping> tables) {
    sequences.stream()
        .filter(each -> tables.stream().noneMatch(table -> table.table().equals(each.table())))
        .forEach(
            each ->
                findings.add(
                    "sequences." + each.name() + ".above",
                    "the mapping has no table '" + each.table() + "'",
                    SEQUENCES));
    return sequences;
  }

  private Optional<SequenceStart> sequence(String name, Section section) {
    Optional<Value> in = section.require("in", SEQUENCES);
    Optional<List<String>> above =
        section.require("above", SEQUENCES).flatMap(value -> value.texts(SEQUENCES));
    section.finish();
    Optional<String[]> place = in.flatMap(value -> file.pair(value, SEQUENCES));
    Optional<EntityDesign> entity = place.flatMap(pair -> file.entity(in.get().path(), pair[0]));
    if (entity.isEmpty() || above.isEmpty()) {
      return Optional.empty();
    }
    List<KeyColumn> key = entity.get().key();
    boolean keyed = key.size() == 1 && key.get(0).type().equals(ScalarType.TEXT);
    if (!keyed
        || entity.get().column(place.get()[1]).filter(this::isLong).isEmpty()
        || above.get().size() != 2) {
      findings.add(
          section.path(),
          "a sequence is a column of type long of an entity whose key is one text",
          SEQUENCES);
      return Optional.empty();
    }
    return Optional.of(
        new SequenceStart(
            entity.get().name(), name, place.get()[1], above.get().get(0), above.get().get(1)));
  }

  private boolean isLong(Column column) {
    return column.type().equals(ScalarType.LONG);
  }
}
