package org.portolan.dump;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.portolan.design.CollectionDesign;
import org.portolan.design.ColumnRule;
import org.portolan.design.Design;
import org.portolan.design.EntityDesign;
import org.portolan.design.FamilyDesign;
import org.portolan.types.Collation;
import org.portolan.types.Column;
import org.portolan.types.ColumnType;
import org.portolan.types.KeyColumn;
import org.portolan.types.ScalarType.Kind;

/** The reasons why the rows of a dump have no place in another design. */
final class DesignFit {
  private final List<String> reasons = new ArrayList<>();

  private DesignFit() {}

  /** Returns the reasons, all at once; empty if every row and item has a place. */
  static List<String> reasons(Design dump, Design target) {
    DesignFit fit = new DesignFit();
    for (EntityDesign entity : dump.entities()) {
      Optional<EntityDesign> place = target.entity(entity.name());
      if (place.isEmpty()) {
        fit.reasons.add("entity '" + entity.name() + "' has no place");
      } else {
        fit.entity(entity, place.get());
      }
    }
    return fit.reasons;
  }

  private void entity(EntityDesign entity, EntityDesign target) {
    String name = "entity '" + entity.name() + "'";
    key("the key of " + name, entity.key(), target.key());
    columns(name, entity.columns().toList(), target.columns().toList());
    for (FamilyDesign family : target.families()) {
      required(name, entity.columns().toList(), family.rules());
    }
    for (CollectionDesign collection : entity.collections()) {
      String path = "collection '" + entity.name() + "." + collection.name() + "'";
      Optional<CollectionDesign> place = target.collection(collection.name());
      if (place.isEmpty()) {
        reasons.add(path + " has no place");
      } else {
        key("the key of " + path, collection.itemKey(), place.get().itemKey());
        columns(path, collection.columns(), place.get().columns());
        required(path, collection.columns(), place.get().rules());
      }
    }
  }

  private void key(String path, List<KeyColumn> key, List<KeyColumn> target) {
    String here = text(key);
    String there = text(target);
    if (!here.equals(there)) {
      reasons.add(path + " is " + here + " in the dump and " + there + " in the target");
      return;
    }
    for (int position = 0; position < key.size(); position++) {
      Collation from = key.get(position).collation();
      Collation to = target.get(position).collation();
      // Different keys of a finer collation may be one key of a coarser one.
      boolean finer =
          from == to
              || to == Collation.BINARY
              || (from == Collation.ACCENT_AND_CASE_INSENSITIVE
                  && to == Collation.CASE_INSENSITIVE);
      if (!finer) {
        reasons.add(
            path
                + ": '"
                + key.get(position).name()
                + "' has the collation "
                + from.spelling()
                + " in the dump and "
                + to.spelling()
                + " in the target, which takes some different keys for the same");
      }
    }
  }

  private static String text(List<KeyColumn> key) {
    return key.stream()
        .map(column -> column.name() + " " + column.type().spelling())
        .collect(Collectors.joining(", ", "(", ")"));
  }

  private void columns(String path, List<Column> columns, List<Column> targets) {
    for (Column column : columns) {
      Optional<Column> place =
          targets.stream().filter(each -> each.name().equals(column.name())).findFirst();
      if (place.isEmpty()) {
        reasons.add("column '" + column.name() + "' of " + path + " has no place");
      } else if (!sameValues(column.type(), place.get().type())) {
        reasons.add(
            "column '"
                + column.name()
                + "' of "
                + path
                + " is "
                + column.type().spelling()
                + " in the dump and "
                + place.get().type().spelling()
                + " in the target");
      }
    }
  }

  private static boolean sameValues(ColumnType type, ColumnType target) {
    return type.equals(target) || (isText(type) && isText(target));
  }

  private static boolean isText(ColumnType type) {
    return type instanceof org.portolan.types.ScalarType scalar
        && (scalar.kind() == Kind.TEXT || scalar.kind() == Kind.COMPRESSED_TEXT);
  }

  private void required(String path, List<Column> columns, Map<String, ColumnRule> targetRules) {
    targetRules.forEach(
        (name, rule) -> {
          if (rule.required()
              && rule.defaultValue().isEmpty()
              && columns.stream().noneMatch(column -> column.name().equals(name))) {
            reasons.add(
                "column '"
                    + name
                    + "' of "
                    + path
                    + " is required in the target without a default, and the dump does not have it");
          }
        });
  }
}
