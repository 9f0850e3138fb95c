package org.portolan.data.history;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.portolan.design.CollectionDesign.Storage;
import org.portolan.design.Design;
import org.portolan.design.EntityDesign;
import org.portolan.design.FamilyDesign;
import org.portolan.design.ReferenceDesign;
import org.portolan.design.ReferenceDesign.OnDelete;
import org.portolan.design.index.OrderedTree;
import org.portolan.engine.Capabilities;
import org.portolan.engine.Capabilities.TransactionScope;
import org.portolan.types.Collation;
import org.portolan.types.KeyColumn;

/** A random design in which rows may refer to others. */
public final class ReferringDesign {
  private static final String HOST = RandomDesign.HOST;
  private static final String DOCUMENT = RandomDesign.DOCUMENT;

  private ReferringDesign() {}

  /** Returns a design in which, for half of the seeds, rows refer to hosts. */
  public static Design of(int seed) {
    return of(seed, RandomDesign.of(seed), Storage.CELLS, Storage.TREE);
  }

  /** Returns such a design that an engine can keep. */
  public static Design of(int seed, Capabilities engine) {
    Design design = RandomDesign.fitting(engine, seed);
    if (!engine.items()) {
      return of(seed, design, Storage.TREE, Storage.TREE);
    }
    return engine.transactions() == TransactionScope.STORE
        ? of(seed, design, Storage.CELLS, Storage.TREE)
        : of(seed, design, Storage.CELLS, Storage.CELLS);
  }

  private static Design of(int seed, Design design, Storage one, Storage other) {
    Random choice = new Random(71L * seed + 13);
    // The first numbers of near seeds are alike.
    choice.nextInt();
    if (choice.nextBoolean()) {
      return design;
    }
    boolean hosts = choice.nextBoolean();
    boolean listsWithinHosts =
        design.entities().stream()
            .flatMap(entity -> entity.indexes().stream())
            .anyMatch(index -> index.within().isPresent());
    boolean collated = Math.floorMod(seed, 3) > 0 && !listsWithinHosts;
    return new Design(
        design.name(),
        design.entities().stream()
            .map(entity -> referring(entity, collated))
            .map(
                entity ->
                    entity.name().equals(DOCUMENT)
                        ? entity.with(List.of(toHost("host_of", "label", choice, one, other)))
                        : hosts
                            ? entity.with(List.of(toHost("above", "note", choice, one, other)))
                            : entity)
            .toList());
  }

  /**
   * Prepares an entity for references to hosts.
   *
   * @param collated whether the keys of hosts have a collation, which a column that refers to hosts
   *     takes; so it has none of its own, and no counter of extremes
   */
  private static EntityDesign referring(EntityDesign entity, boolean collated) {
    if (!entity.name().equals(DOCUMENT)) {
      KeyColumn name = entity.key().get(0);
      Collation collation = collated ? Collation.CASE_INSENSITIVE : Collation.BINARY;
      return copy(entity, List.of(name.collatedBy(collation)), entity.families());
    }
    List<FamilyDesign> families = new ArrayList<>();
    for (FamilyDesign family : entity.families()) {
      Map<String, Collation> others = new HashMap<>(family.collations());
      others.remove("label");
      families.add(new FamilyDesign(family.name(), family.columns(), family.rules(), others));
    }
    return copy(entity, entity.key(), families)
        .withExtremes(
            entity.extremes().stream()
                .filter(extreme -> !collated || !extreme.column().equals("label"))
                .toList());
  }

  /** Returns an entity with another key and other families. */
  static EntityDesign copy(EntityDesign entity, List<KeyColumn> key, List<FamilyDesign> families) {
    return new EntityDesign(
        entity.name(),
        key,
        entity.keyLayout(),
        entity.partition(),
        entity.padding(),
        families,
        entity.collections(),
        entity.indexes(),
        entity.counters(),
        entity.extremes(),
        entity.references(),
        entity.options());
  }

  private static ReferenceDesign toHost(
      String name, String column, Random choice, Storage one, Storage other) {
    Storage storage = choice.nextBoolean() ? other : one;
    boolean tree = storage == Storage.TREE;
    return new ReferenceDesign(
        name,
        List.of(column),
        HOST,
        choice.nextBoolean() ? OnDelete.RESTRICT : OnDelete.CASCADE,
        1 + choice.nextInt(4),
        storage,
        tree ? Optional.of(new OrderedTree(OrderedTree.MEMBERS_LEAST)) : Optional.empty());
  }
}
