package org.portolan.design.check;

import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.portolan.design.CollectionDesign;
import org.portolan.design.CollectionDesign.Storage;
import org.portolan.design.CounterDesign;
import org.portolan.design.EntityDesign;
import org.portolan.design.ExtremeDesign;
import org.portolan.design.FamilyDesign;
import org.portolan.design.IndexDesign;
import org.portolan.design.ReferenceDesign;
import org.portolan.design.key.KeyLayout;
import org.portolan.design.key.Md5ModuloPrefix;
import org.portolan.design.key.ModuloPrefix;
import org.portolan.types.Collation;
import org.portolan.types.Column;
import org.portolan.types.KeyColumn;
import org.portolan.types.ScalarType;
import org.portolan.types.ScalarType.Kind;

/** The rules for an entity, its key, families, collections and counters. */
final class EntityRules {
  /** The most digits of a long. */
  private static final int PADDED_DIGITS_MAX = 19;

  private final EntityDesign entity;
  private final Findings findings;
  private final Names names;
  private final String path;

  EntityRules(EntityDesign entity, Findings findings, Names names) {
    this.entity = entity;
    this.findings = findings;
    this.names = names;
    this.path = Paths.of(entity);
  }

  void check() {
    names.check(path, entity.name());
    if (findings.isUnreadable(path)) {
      return;
    }
    checkKey();
    checkKeyLayout();
    new PartitionRules(entity, findings).check();
    checkFamilies();
    new CollectionRules(entity, findings, names).check();
    OptionRules.check(findings, path, entity.options());
    entity.counters().forEach(this::checkCounter);
    Limits.check(
        findings, path, entity.collections().size(), Limits.COLLECTIONS_MAX, "collections");
    Limits.check(findings, path, entity.indexes().size(), Limits.INDEXES_MAX, "indexes");
    int counters = entity.counters().size() + entity.extremes().size();
    Limits.check(findings, path, counters, Limits.COUNTERS_MAX, "counters");
    Limits.check(findings, path, entity.references().size(), Limits.REFERENCES_MAX, "references");
    checkAppendOnly();
  }

  private void checkKey() {
    String keyPath = path + ".key";
    if (entity.key().isEmpty() && !findings.isUnreadable(keyPath)) {
      findings.add(keyPath, "the key has no column", "name at least one: 'key: {id: long}'");
    }
    Limits.check(
        findings, keyPath, entity.key().size(), Limits.KEY_COLUMNS_MAX, "columns in the key");
    for (KeyColumn column : entity.key()) {
      names.check(keyPath + "." + column.name(), column.name());
    }
    // Sorted, because the order of a copied map differs from run to run.
    new TreeMap<>(entity.padding())
        .forEach((name, digits) -> checkPadding(keyPath + "." + name, name, digits));
    checkRowKeyNames(keyPath);
  }

  private void checkPadding(String columnPath, String name, int digits) {
    if (findings.isUnreadable(columnPath) || findings.isUnreadable(columnPath + ".type")) {
      return;
    }
    var column = entity.key().stream().filter(key -> key.name().equals(name)).findFirst();
    if (column.isEmpty()) {
      findings.add(columnPath, "'" + name + "' is padded but not in the key", "pad a key column");
    } else if (column.get().type().kind() != Kind.INT && column.get().type().kind() != Kind.LONG) {
      findings.add(
          columnPath + ".padded",
          "a column of type " + column.get().type().spelling() + " cannot be padded",
          "remove 'padded', or make the column int or long");
    } else if (digits < 1 || digits > PADDED_DIGITS_MAX) {
      findings.add(
          columnPath + ".padded",
          "a number cannot be padded to " + digits + " digits",
          "use 1 to " + PADDED_DIGITS_MAX);
    }
  }

  /** Checks the names of the row key's columns, which {@code KeyMapping} makes. */
  private void checkRowKeyNames(String keyPath) {
    Names.Scope rowKey = new Names.Scope(findings);
    if (entity.keyLayout().prefixRange() > 1) {
      rowKey.take(keyPath, "prefix", "the prefix of the row key");
    }
    entity
        .partition()
        .buckets()
        .ifPresent(
            buckets ->
                rowKey.take(path + ".buckets", buckets.columnName(), "the bucket of the row key"));
    for (KeyColumn column : entity.key()) {
      String columnPath = keyPath + "." + column.name();
      rowKey.take(columnPath, column.name(), "key column '" + column.name() + "'");
      if (column.collation() != Collation.BINARY) {
        rowKey.take(columnPath, column.name() + "_sort", "the sort key of '" + column.name() + "'");
      }
    }
  }

  private void checkKeyLayout() {
    KeyLayout layout = entity.keyLayout();
    if (entity.key().isEmpty()) {
      return;
    }
    String layoutPath = path + ".key-layout";
    KeyColumn first = entity.key().get(0);
    String firstPath = path + ".key." + first.name();
    boolean firstIsKnown =
        !findings.isUnreadable(firstPath) && !findings.isUnreadable(firstPath + ".type");
    if (layout instanceof ModuloPrefix && firstIsKnown) {
      if (first.type().kind() != Kind.INT && first.type().kind() != Kind.LONG) {
        findings.add(
            layoutPath,
            "modulo needs an int or long, but the first key column '"
                + first.name()
                + "' is "
                + first.type().spelling(),
            "use md5-modulo, which takes keys of any type");
      } else if (first.nullable()) {
        findings.add(
            layoutPath,
            "modulo needs a number in every row, but '" + first.name() + "' may be null",
            "use md5-modulo, or remove 'nullable'");
      }
    }
    if (layout instanceof Md5ModuloPrefix md5 && md5.over() > entity.key().size()) {
      findings.add(
          layoutPath,
          "the prefix is over " + md5.over() + " columns of a key of " + entity.key().size(),
          "name leading columns of the key");
    }
  }

  private void checkFamilies() {
    String familiesPath = path + ".families";
    if (entity.families().isEmpty() && !findings.isUnreadable(familiesPath)) {
      findings.add(familiesPath, "there is no column family", "name at least one");
    }
    Limits.check(
        findings, familiesPath, entity.families().size(), Limits.FAMILIES_MAX, "column families");
    Limits.check(findings, familiesPath, entity.columns().count(), Limits.COLUMNS_MAX, "columns");
    Names.Scope columns = new Names.Scope(findings);
    entity.key().forEach(key -> columns.take(path, key.name(), "key column '" + key.name() + "'"));
    Names.Scope families = new Names.Scope(findings);
    for (FamilyDesign family : entity.families()) {
      String familyPath = Paths.of(entity, family);
      names.check(familyPath, family.name());
      families.take(familyPath, family.name(), "family '" + family.name() + "'");
      ColumnRules.check(findings, familyPath, family.columns(), family.rules());
      for (Column column : family.columns()) {
        String columnPath = familyPath + "." + column.name();
        names.check(columnPath, column.name());
        columns.take(
            columnPath,
            column.name(),
            "column '" + column.name() + "' of family '" + family.name() + "'");
      }
    }
    for (CollectionDesign collection : entity.collections()) {
      if (collection.storage() == Storage.CELLS) {
        families.take(
            Paths.of(entity, collection),
            collection.name(),
            "collection '" + collection.name() + "', stored as cells,");
      }
    }
  }

  private void checkCounter(CounterDesign counter) {
    String counterPath = Paths.of(entity, counter);
    names.check(counterPath, counter.name());
    counter
        .collection()
        .filter(name -> entity.collection(name).isEmpty())
        .filter(name -> !findings.isUnreadable(path + ".collections"))
        .ifPresent(
            name ->
                findings.add(
                    counterPath + ".counts",
                    "entity '" + entity.name() + "' has no collection '" + name + "'",
                    collectionsToCount()));
    counter.where().ifPresent(column -> checkWhere(counterPath, counter, column));
    counter.sums().ifPresent(column -> checkSums(counterPath + ".sums", counter, column));
  }

  private void checkSums(String sumsPath, CounterDesign counter, String column) {
    if (counter.collection().isPresent() || counter.where().isPresent()) {
      findings.add(
          sumsPath,
          "a counter that adds up a column counts nothing, and leaves out nulls anyway",
          "leave 'counts' and 'where' out, or make a separate counter");
    }
    Optional<Column> known = entity.column(column);
    if (known.isPresent() && !isSummable(known.get())) {
      findings.add(
          sumsPath,
          "column '" + column + "' is " + known.get().type().spelling(),
          "name an int, a long, or a decimal of at most "
              + CounterDesign.SUM_DIGITS_MAX
              + " digits");
    } else if (known.isEmpty() && !findings.isUnreadable(path + ".families")) {
      List<String> summable =
          entity.columns().filter(EntityRules::isSummable).map(Column::name).toList();
      findings.add(
          sumsPath,
          "entity '" + entity.name() + "' has no column '" + column + "'",
          summable.isEmpty()
              ? "leave 'sums' out to count rows; it has no column of numbers"
              : "name one of " + summable);
    }
  }

  private static boolean isSummable(Column column) {
    return column.type() instanceof ScalarType type
        && switch (type.kind()) {
          case INT, LONG -> true;
          case DECIMAL -> type.precision() <= CounterDesign.SUM_DIGITS_MAX;
          default -> false;
        };
  }

  private void checkWhere(String counterPath, CounterDesign counter, String column) {
    if (counter.collection().isPresent()) {
      findings.add(
          counterPath + ".where",
          "a counter of items counts all items",
          "leave 'where' out, or leave 'counts' out to count rows");
    }
    Optional<Column> known = entity.column(column);
    if (known.isPresent() && !(known.get().type() instanceof ScalarType)) {
      findings.add(
          counterPath + ".where",
          "column '" + column + "' is " + known.get().type().spelling(),
          "name a column of a scalar type: a set or list has no value that is null");
    } else if (known.isEmpty() && !findings.isUnreadable(path + ".families")) {
      findings.add(
          counterPath + ".where",
          "entity '" + entity.name() + "' has no column '" + column + "'",
          "name one of " + scalars() + ", or leave 'where' out to count every row");
    }
  }

  private List<String> scalars() {
    return entity
        .columns()
        .filter(column -> column.type() instanceof ScalarType)
        .map(Column::name)
        .toList();
  }

  private String collectionsToCount() {
    List<String> known = entity.collections().stream().map(CollectionDesign::name).toList();
    return known.isEmpty()
        ? "leave 'counts' out to count the rows"
        : "name one of " + known + ", or leave 'counts' out to count the rows";
  }

  /**
   * Refuses derived data without look-up by key: no old row can be read, so nothing can be derived
   * from its difference to the new row.
   */
  private void checkAppendOnly() {
    KeyLayout layout = entity.keyLayout();
    if (layout.answersLookup() || entity.key().isEmpty()) {
      return;
    }
    for (IndexDesign index : entity.indexes()) {
      refuse(Paths.of(entity, index), "an index", layout);
    }
    for (CollectionDesign collection : entity.collections()) {
      refuse(Paths.of(entity, collection), "a collection", layout);
    }
    for (CounterDesign counter : entity.counters()) {
      refuse(Paths.of(entity, counter), "a counter", layout);
    }
    for (ExtremeDesign extreme : entity.extremes()) {
      refuse(Paths.of(entity, extreme), "a counter", layout);
    }
    for (ReferenceDesign reference : entity.references()) {
      refuse(Paths.of(entity, reference), "a reference", layout);
    }
  }

  private void refuse(String place, String what, KeyLayout layout) {
    findings.add(
        place,
        "entity '"
            + entity.name()
            + "' cannot have "
            + what
            + ", since a row under key layout "
            + layout.spelling()
            + " cannot be found by its key: rows are only appended",
        "use md5-modulo, which spreads as well and answers look-ups, or remove it");
  }
}
