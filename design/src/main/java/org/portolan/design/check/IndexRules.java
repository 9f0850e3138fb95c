package org.portolan.design.check;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.portolan.design.CollectionDesign.Storage;
import org.portolan.design.Design;
import org.portolan.design.EntityDesign;
import org.portolan.design.FamilyDesign;
import org.portolan.design.IndexDesign;
import org.portolan.design.IndexDesign.OrderColumn;
import org.portolan.design.IndexDesign.Within;
import org.portolan.design.index.OrderedTree;
import org.portolan.design.index.Representation;
import org.portolan.design.index.SinglePartition;
import org.portolan.types.Collation;
import org.portolan.types.CollectionType;
import org.portolan.types.ColumnType;
import org.portolan.types.KeyColumn;

/** The rules for the indexes of an entity. */
final class IndexRules {
  private final Design design;
  private final EntityDesign entity;
  private final Findings findings;
  private final Names names;
  private final EntityColumns columns;

  IndexRules(Design design, EntityDesign entity, Findings findings, Names names) {
    this.design = design;
    this.entity = entity;
    this.findings = findings;
    this.names = names;
    this.columns = new EntityColumns(entity, findings);
  }

  void check() {
    for (IndexDesign index : entity.indexes()) {
      String path = Paths.of(entity, index);
      names.check(path, index.name());
      if (!findings.isUnreadable(path)) {
        checkOn(index.on(), path + ".on", "index", "index");
        if (!index.unique()) {
          checkOrder(index, path + ".order");
        }
        checkTree(index, path + ".layout");
        checkUnique(index, path);
        index.within().ifPresent(within -> checkWithin(index, within, path));
        checkOptions(index, path);
      }
    }
  }

  void checkTree(IndexDesign index, String path) {
    boolean cells = index.layout().representation() == Representation.CELLS;
    if (!findings.isUnreadable(path)
        && cells
        && index.layout().partitioning() instanceof OrderedTree tree) {
      findings.add(
          path,
          "the nodes of a tree are objects, not cells",
          "write 'object " + tree.spelling() + "', or 'cells single', which is ordered too");
    }
  }

  private void checkUnique(IndexDesign index, String path) {
    if (!index.unique()) {
      return;
    }
    if (index.automatic()) {
      findings.add(path + ".layout", "a unique index has one layout", "remove 'layout'");
    }
    if (index.on().isEmpty() && !findings.isUnreadable(path + ".on")) {
      findings.add(
          path + ".on",
          "a unique index without columns would admit a single row",
          "list the columns whose values no two rows may share: [email]");
    }
    if (!index.order().isEmpty()) {
      findings.add(
          path + ".order", "a value of a unique index has one member at most", "remove 'order'");
    }
  }

  private void checkOptions(IndexDesign index, String path) {
    if (index.within().isPresent() && !index.options().isEmpty()) {
      Within within = index.within().get();
      findings.add(
          path + ".options",
          "the members lie in the table of '" + within.entity() + "'",
          "give the options to that table, for example 'hbase."
              + within.family()
              + ".compression: gz'");
      return;
    }
    OptionRules.check(findings, path, index.options());
  }

  /**
   * Checks the columns whose values have lists.
   *
   * @param verb what the list does with them
   * @param what the part of the design that has the list
   */
  void checkOn(List<String> on, String path, String verb, String what) {
    Set<String> seen = new HashSet<>();
    int manyValued = 0;
    for (String name : on) {
      if (!seen.add(name)) {
        findings.add(path, "column '" + name + "' is named twice", "name it once");
        continue;
      }
      Optional<ColumnType> type = columns.type(name, path);
      if (type.isEmpty()) {
        continue;
      }
      if (type.get() instanceof CollectionType) {
        manyValued++;
      }
      if (!type.get().element().allowedInKey()) {
        findings.add(
            path,
            "column '" + name + "' is " + type.get().spelling() + ", which cannot be part of a key",
            verb + " another column, or make this one text");
      }
    }
    if (manyValued > 1) {
      findings.add(
          path,
          "more than one of these columns is a set or list, so that a row would be listed under"
              + " every pair of their elements",
          "keep at most one set or list, and make a separate " + what + " for each other one");
    }
  }

  private void checkOrder(IndexDesign index, String path) {
    Set<String> seen = new HashSet<>(index.on());
    for (OrderColumn order : index.order()) {
      String name = order.column();
      if (!seen.add(name)) {
        findings.add(
            path,
            index.on().contains(name)
                ? "all members under one value agree in '" + name + "'"
                : "column '" + name + "' is named twice",
            "remove it");
        continue;
      }
      columns
          .type(name, path)
          .filter(type -> type instanceof CollectionType || !type.element().allowedInKey())
          .ifPresent(
              type ->
                  findings.add(
                      path,
                      "members cannot be ordered by '" + name + "', a " + type.spelling(),
                      "order by text, int, long, decimal, boolean, timestamp or bytes"));
    }
  }

  private void checkWithin(IndexDesign index, Within within, String path) {
    if (index.unique()) {
      findings.add(
          path + ".within",
          "the members of a unique index lie in rows of their own, which decide between writers",
          "remove 'within'");
      return;
    }
    boolean layoutIsKnown = !findings.isUnreadable(path + ".layout");
    if (index.automatic()) {
      findings.add(
          path + ".layout",
          "members within the rows of another entity have one layout, so there is none to choose",
          "use 'single', or remove 'within'");
      return;
    }
    boolean cells = index.layout().representation() == Representation.CELLS;
    if (layoutIsKnown && !(cells && index.layout().partitioning() instanceof SinglePartition)) {
      findings.add(
          path + ".layout",
          "members within the rows of another entity are cells of one row",
          "use 'single' or 'cells single', or remove 'within'");
    }
    names.check(path + ".within", within.family());
    Optional<EntityDesign> target = design.entity(within.entity());
    if (target.isEmpty()) {
      if (!findings.isUnreadable("entities." + within.entity())) {
        findings.add(
            path + ".within",
            "there is no entity '" + within.entity() + "'",
            "name one of " + design.entities().stream().map(EntityDesign::name).toList());
      }
      return;
    }
    checkFamilyIsFree(index, within, target.get(), path);
    checkTargetKey(index, target.get(), path);
    checkTargetCollations(target.get(), path);
    checkCollations(index, path);
    if (!target.get().keyLayout().answersLookup()) {
      findings.add(
          path + ".within",
          "a row of '"
              + target.get().name()
              + "' cannot be found by its key under key layout "
              + target.get().keyLayout().spelling(),
          "remove 'within', so that the index has a separate table");
    }
  }

  private void checkFamilyIsFree(
      IndexDesign index, Within within, EntityDesign target, String path) {
    boolean taken =
        target.families().stream().map(FamilyDesign::name).anyMatch(within.family()::equals)
            || target
                .collection(within.family())
                .filter(collection -> collection.storage() == Storage.CELLS)
                .isPresent();
    boolean shared =
        design.entities().stream()
            .flatMap(other -> other.indexes().stream())
            .takeWhile(other -> !other.name().equals(index.name()))
            .anyMatch(other -> other.within().filter(within::equals).isPresent());
    if (taken || shared) {
      findings.add(
          path + ".within",
          "entity '" + target.name() + "' uses the family '" + within.family() + "' already",
          "give the members of this index a separate family");
    }
  }

  /** Refuses collated keys: a row of members only could not give its key's original text. */
  private void checkTargetCollations(EntityDesign target, String path) {
    for (KeyColumn column : target.key()) {
      if (column.collation() != Collation.BINARY) {
        findings.add(
            path + ".within",
            "key column '" + column.name() + "' of entity '" + target.name() + "' is collated",
            "remove 'within', so that the index has a separate table");
      }
    }
  }

  /** Refuses collated columns: their values would find no row of a key that is not collated. */
  private void checkCollations(IndexDesign index, String path) {
    for (String name : index.on()) {
      if (design.collation(entity, name) != Collation.BINARY) {
        findings.add(
            path + ".within",
            "column '"
                + name
                + "' is compared by "
                + design.collation(entity, name).spelling()
                + ", and the key of the rows that would list its values is not",
            "remove 'within', so that the index has a separate table");
      }
    }
  }

  private void checkTargetKey(IndexDesign index, EntityDesign target, String path) {
    if (target.key().isEmpty()) {
      return;
    }
    List<Optional<ColumnType>> given = index.on().stream().map(columns::knownType).toList();
    if (given.stream().anyMatch(Optional::isEmpty)) {
      return;
    }
    List<String> elements =
        given.stream().map(type -> type.orElseThrow().element().spelling()).toList();
    List<String> wanted = target.key().stream().map(key -> key.type().spelling()).toList();
    boolean targetIsKnown =
        target.key().stream()
            .map(key -> Paths.of(target) + ".key." + key.name())
            .noneMatch(key -> findings.isUnreadable(key) || findings.isUnreadable(key + ".type"));
    if (targetIsKnown && !elements.equals(wanted)) {
      findings.add(
          path + ".within",
          "the index is on columns of types "
              + elements
              + ", but the key of '"
              + target.name()
              + "' has "
              + wanted,
          "index columns that hold keys of '" + target.name() + "', or remove 'within'");
    }
  }
}
