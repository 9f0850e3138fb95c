package org.portolan.design.check;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.portolan.design.CollectionDesign;
import org.portolan.design.CollectionDesign.Storage;
import org.portolan.design.Design;
import org.portolan.design.EntityDesign;
import org.portolan.design.ReferenceDesign;
import org.portolan.types.CollectionType;
import org.portolan.types.Column;
import org.portolan.types.ColumnType;
import org.portolan.types.KeyColumn;
import org.portolan.types.Spelling;

/** The rules for the references of an entity. */
final class ReferenceRules {
  private final Design design;
  private final EntityDesign entity;
  private final Findings findings;
  private final Names names;
  private final EntityColumns columns;

  ReferenceRules(Design design, EntityDesign entity, Findings findings, Names names) {
    this.design = design;
    this.entity = entity;
    this.findings = findings;
    this.names = names;
    this.columns = new EntityColumns(entity, findings);
  }

  void check() {
    Names.Scope scope = new Names.Scope(findings);
    for (ReferenceDesign reference : entity.references()) {
      String path = Paths.of(entity, reference);
      names.check(path, reference.name());
      scope.take(path, reference.name(), "reference '" + reference.name() + "'");
      if (!findings.isUnreadable(path)) {
        checkShape(reference, path);
        List<Optional<ColumnType>> given = checkOn(reference, path + ".on");
        checkTarget(reference, path + ".to").ifPresent(to -> checkKey(reference, to, given, path));
      }
    }
  }

  private void checkShape(ReferenceDesign reference, String path) {
    if (reference.shards() < 1 || reference.shards() > ReferenceDesign.SHARDS_MAX) {
      findings.add(
          path + ".shards",
          "a reference cannot have " + reference.shards() + " shards",
          "use 1 to " + ReferenceDesign.SHARDS_MAX);
    }
    if (reference.storage() != Storage.CELLS && reference.storage() != Storage.TREE) {
      findings.add(
          path + ".storage",
          "'" + reference.storageSpelling() + "' is not a storage of referring rows",
          "use cells or object tree(n), or leave it out");
    }
  }

  private List<Optional<ColumnType>> checkOn(ReferenceDesign reference, String path) {
    if (reference.on().isEmpty() && !findings.isUnreadable(path)) {
      findings.add(
          path,
          "the reference is on no column",
          "list the columns that hold the key of another row: [customer]");
    }
    Set<String> seen = new HashSet<>();
    List<Optional<ColumnType>> types = new ArrayList<>();
    for (String name : reference.on()) {
      if (!seen.add(name)) {
        findings.add(path, "column '" + name + "' is named twice", "name it once");
      }
      Optional<CollectionDesign> items = itemsWith(name);
      if (items.isPresent()) {
        findings.add(
            path,
            "column '"
                + name
                + "' belongs to the items of '"
                + items.get().name()
                + "', and only rows can refer to a row",
            "make these items an entity, whose key begins with the key of '"
                + entity.name()
                + "', and let it refer to both");
        types.add(Optional.empty());
        continue;
      }
      Optional<ColumnType> type = columns.type(name, path);
      if (type.isPresent() && type.get() instanceof CollectionType) {
        findings.add(
            path,
            "column '" + name + "' is " + type.get().spelling() + ", and a row refers to one row",
            "refer by a column of one value, or make an entity of the pairs");
        types.add(Optional.empty());
      } else {
        types.add(type);
      }
    }
    return types;
  }

  /** Returns the collection whose items have a column that no row of the entity has. */
  private Optional<CollectionDesign> itemsWith(String column) {
    return columns.knownType(column).isPresent()
        ? Optional.empty()
        : entity.collections().stream()
            .filter(
                collection ->
                    Stream.concat(
                            collection.itemKey().stream().map(KeyColumn::name),
                            collection.columns().stream().map(Column::name))
                        .anyMatch(column::equals))
            .findFirst();
  }

  private Optional<EntityDesign> checkTarget(ReferenceDesign reference, String path) {
    Optional<EntityDesign> target = design.entity(reference.to());
    if (target.isEmpty()) {
      if (!findings.isUnreadable(path) && !findings.isUnreadable("entities." + reference.to())) {
        List<String> known = design.entities().stream().map(EntityDesign::name).toList();
        findings.add(
            path,
            "there is no entity '" + reference.to() + "'",
            Spelling.hint(reference.to(), known) + "name one of " + known);
      }
      return Optional.empty();
    }
    if (!target.get().keyLayout().answersLookup()) {
      findings.add(
          path,
          "a row of '"
              + target.get().name()
              + "' cannot be found by its key, since its key layout is "
              + target.get().keyLayout().spelling(),
          "give it md5-modulo, which spreads as well and answers look-ups, or remove the"
              + " reference");
    }
    return target;
  }

  private void checkKey(
      ReferenceDesign reference,
      EntityDesign target,
      List<Optional<ColumnType>> given,
      String path) {
    boolean known =
        !target.key().isEmpty()
            && !given.isEmpty()
            && given.stream().allMatch(Optional::isPresent)
            && target.key().stream()
                .map(key -> Paths.of(target) + ".key." + key.name())
                .noneMatch(
                    key -> findings.isUnreadable(key) || findings.isUnreadable(key + ".type"));
    if (!known) {
      return;
    }
    List<String> types = given.stream().map(type -> type.orElseThrow().spelling()).toList();
    List<String> wanted = target.key().stream().map(key -> key.type().spelling()).toList();
    if (!types.equals(wanted)) {
      findings.add(
          path + ".on",
          reference.on()
              + " has types "
              + types
              + ", but the key "
              + target.key().stream().map(KeyColumn::name).toList()
              + " of '"
              + target.name()
              + "' has "
              + wanted,
          "list one column for each column of that key, in its order and of its type");
    }
  }
}
