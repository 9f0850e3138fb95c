package org.portolan.data.internal.evolve;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.portolan.data.Columns;
import org.portolan.data.EntityRow;
import org.portolan.data.Item;
import org.portolan.data.Paging;
import org.portolan.data.StoreReader;
import org.portolan.design.ColumnRule;
import org.portolan.design.evolve.DesignChange;
import org.portolan.design.evolve.Part;
import org.portolan.design.evolve.Renames;
import org.portolan.design.evolve.RuleComparison;
import org.portolan.types.ScalarType;
import org.portolan.types.Tuple;

/**
 * Looks for rows and items that break the stricter rules of a new design. Items without a row are
 * not looked at.
 *
 * @param reader reads by the old design
 */
record RuleScan(StoreReader reader, Renames renames) {
  private static final int PAGE = 500;

  /** More examples in one message would not help. */
  private static final int FOUND_MAX = 20;

  /**
   * A rule that is stricter than before.
   *
   * @param column its name in the old design
   * @param type in the new design
   */
  private record Stricter(Part part, String column, ScalarType type, ColumnRule rule) {
    Optional<String> violation(Object value) {
      boolean widened = type.equals(ScalarType.LONG) && value instanceof Integer;
      Object wide = widened ? (Object) ((Integer) value).longValue() : value;
      return rule.violation(type, wide).map(wrong -> "'" + column + "' " + wrong);
    }
  }

  /** Returns the first rows and items that break a rule, each with what is wrong, for people. */
  List<String> violations(List<DesignChange> changes) {
    List<String> found = new ArrayList<>();
    for (DesignChange change : changes) {
      Optional<Stricter> stricter = stricter(change);
      if (stricter.isPresent() && found.size() < FOUND_MAX) {
        if (stricter.get().part().kind() == Part.Kind.FAMILY) {
          rows(stricter.get(), found);
        } else {
          items(stricter.get(), found);
        }
      }
    }
    return found;
  }

  private Optional<Stricter> stricter(DesignChange change) {
    if (change instanceof DesignChange.RuleChanged changed) {
      ScalarType type = (ScalarType) changed.column().type();
      return RuleComparison.isStricter(type, changed.before(), changed.after())
          ? Optional.of(of(changed.part(), changed.column().name(), type, changed.after()))
          : Optional.empty();
    } else if (change instanceof DesignChange.ColumnRetyped retyped
        && retyped.after().type() instanceof ScalarType type
        && RuleComparison.isStricter(
            type, RuleComparison.widened(retyped.ruleBefore()), retyped.ruleAfter())) {
      return Optional.of(of(retyped.part(), retyped.after().name(), type, retyped.ruleAfter()));
    }
    return Optional.empty();
  }

  private Stricter of(Part part, String column, ScalarType type, ColumnRule rule) {
    String old =
        renames.of(part.entity(), part.name()).entrySet().stream()
            .filter(renamed -> renamed.getValue().equals(column))
            .map(Map.Entry::getKey)
            .findFirst()
            .orElse(column);
    return new Stricter(part, old, type, rule);
  }

  private void rows(Stricter rule, List<String> found) {
    String entity = rule.part().entity();
    Columns columns = new Columns(false, Set.of(rule.column()));
    Stream<EntityRow> rows =
        Paging.first(PAGE).stream(paging -> reader.scanStored(entity, columns, paging));
    rows.flatMap(
            row ->
                rule.violation(row.value(rule.column())).stream()
                    .map(wrong -> "row " + row.key() + " of '" + entity + "': " + wrong))
        .limit(FOUND_MAX - found.size())
        .forEach(found::add);
  }

  private void items(Stricter rule, List<String> found) {
    String entity = rule.part().entity();
    String collection = rule.part().name();
    Columns none = new Columns(false, Set.of());
    Stream<EntityRow> rows =
        Paging.first(PAGE).stream(paging -> reader.scanStored(entity, none, paging));
    rows.flatMap(row -> violations(rule, entity, collection, row.key()))
        .limit(FOUND_MAX - found.size())
        .forEach(found::add);
  }

  private Stream<String> violations(Stricter rule, String entity, String collection, Tuple key) {
    Stream<Item> items =
        Paging.first(PAGE).stream(paging -> reader.items(entity, key, collection, paging));
    String place = " of row " + key + " in '" + entity + "." + collection + "': ";
    return items.flatMap(
        item ->
            rule.violation(item.value(rule.column())).stream()
                .map(wrong -> "item " + item.key() + place + wrong));
  }
}
