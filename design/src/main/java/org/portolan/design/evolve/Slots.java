package org.portolan.design.evolve;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.ToIntBiFunction;
import org.portolan.design.CollectionDesign;
import org.portolan.design.CollectionDesign.Storage;
import org.portolan.design.Design;
import org.portolan.design.EntityDesign;
import org.portolan.design.FamilyDesign;
import org.portolan.types.Column;
import org.portolan.types.ScalarType;

/**
 * The physical columns of a store, in their order, for each family and collection of each entity.
 * Slots are appended and never removed, moved, retyped or used for another column.
 *
 * <p>A column can have several slots, if it was widened: the last one is written, and where it is
 * null, the value is that of the one before. Immutable.
 *
 * @param entities by the name of the entity and that of the family or collection
 */
public record Slots(Map<String, Map<String, List<Slot>>> entities) {
  /** The column of a family without columns, since no engine stores an empty family. */
  public static final Column MARK = new Column("present", ScalarType.BOOLEAN);

  public Slots {
    Map<String, Map<String, List<Slot>>> copy = new LinkedHashMap<>();
    entities.forEach(
        (entity, parts) -> {
          Map<String, List<Slot>> copied = new LinkedHashMap<>();
          parts.forEach((part, slots) -> copied.put(part, List.copyOf(slots)));
          copy.put(entity, Collections.unmodifiableMap(copied));
        });
    entities = Collections.unmodifiableMap(copy);
  }

  /**
   * Returns the slots of a store that was created with a design.
   *
   * @param design one that leaves no choice to the engine
   */
  public static Slots initial(Design design) {
    Map<String, Map<String, List<Slot>>> entities = new LinkedHashMap<>();
    design.entities().forEach(entity -> entities.put(entity.name(), initial(entity)));
    return new Slots(entities);
  }

  /** Returns the first slots of an entity, by its families and collections. */
  public static Map<String, List<Slot>> initial(EntityDesign entity) {
    return parts(entity, Slots::initial, Slots::initial);
  }

  private static Map<String, List<Slot>> parts(
      EntityDesign entity,
      BiFunction<EntityDesign, FamilyDesign, List<Slot>> ofFamily,
      BiFunction<EntityDesign, CollectionDesign, List<Slot>> ofCollection) {
    Map<String, List<Slot>> parts = new LinkedHashMap<>();
    entity.families().forEach(each -> parts.put(each.name(), ofFamily.apply(entity, each)));
    entity.collections().forEach(each -> parts.put(each.name(), ofCollection.apply(entity, each)));
    return parts;
  }

  private static List<Slot> initial(EntityDesign entity, FamilyDesign family) {
    List<Slot> slots = new ArrayList<>(family.columns().stream().map(Slot::of).toList());
    if (family.equals(entity.families().get(0))) {
      entity
          .keyMapping()
          .originalColumns()
          .forEach(original -> slots.add(Slot.of(original, Slot.Use.ORIGINAL)));
    }
    return orMark(slots);
  }

  private static List<Slot> initial(EntityDesign entity, CollectionDesign collection) {
    List<Slot> slots = collection.columns().stream().map(Slot::of).toList();
    return collection.storage() == Storage.ROWS ? orMark(slots) : slots;
  }

  private static List<Slot> orMark(List<Slot> slots) {
    return slots.isEmpty() ? List.of(Slot.of(MARK, Slot.Use.MARK)) : slots;
  }

  /**
   * Returns the slots of a family or collection.
   *
   * @throws IllegalArgumentException if there is none of this name
   */
  public List<Slot> of(String entity, String part) {
    List<Slot> slots = entities.getOrDefault(entity, Map.of()).get(part);
    if (slots == null) {
      throw new IllegalArgumentException(
          "the store has no physical columns of '" + entity + "." + part + "'");
    }
    return slots;
  }

  /**
   * Returns the slots of an entity, by its families and collections.
   *
   * @throws IllegalArgumentException if one of them has none
   */
  public Map<String, List<Slot>> of(EntityDesign entity) {
    return parts(
        entity,
        (of, family) -> of(of.name(), family.name()),
        (of, collection) -> of(of.name(), collection.name()));
  }

  private boolean has(String entity, String part) {
    return entities.getOrDefault(entity, Map.of()).containsKey(part);
  }

  /**
   * Returns the slots after a change of the design. A column that stays keeps its slots, also under
   * another name. A column that is added, widened or given another type gets a new one; if it is
   * required, what older rows have in it is its default now, for ever.
   *
   * @param renames the columns of the new design that have another name in the old one
   */
  public Slots after(Design old, Design changed, Renames renames) {
    Map<String, Map<String, List<Slot>>> after = new LinkedHashMap<>();
    for (EntityDesign entity : changed.entities()) {
      after.put(
          entity.name(),
          parts(
              entity,
              (of, family) ->
                  old.entity(of.name())
                      .flatMap(was -> family(was, family.name()))
                      .map(
                          was ->
                              new SlotChange(of(of.name(), family.name()))
                                  .after(
                                      was.columns(),
                                      family.columns(),
                                      family::rule,
                                      renames.of(of.name(), family.name())))
                      .orElseGet(() -> added(old, of, family)),
              (of, collection) ->
                  old.entity(of.name())
                      .flatMap(was -> was.collection(collection.name()))
                      .map(
                          was ->
                              new SlotChange(of(of.name(), collection.name()))
                                  .after(
                                      was.columns(),
                                      collection.columns(),
                                      collection::rule,
                                      renames.of(of.name(), collection.name())))
                      .orElseGet(() -> initial(of, collection))));
    }
    return new Slots(after);
  }

  /** Returns the slots of a new family, which older rows of the entity do not have. */
  private static List<Slot> added(Design old, EntityDesign entity, FamilyDesign family) {
    return old.entity(entity.name()).isEmpty()
        ? initial(entity, family)
        : orMark(
            new SlotChange(List.of()).after(List.of(), family.columns(), family::rule, Map.of()));
  }

  private static Optional<FamilyDesign> family(EntityDesign entity, String name) {
    return entity.families().stream().filter(family -> family.name().equals(name)).findFirst();
  }

  /**
   * Returns these slots, and as dropped ones those that a change has appended before it was given
   * up.
   *
   * @param after the slots that the change would have had
   * @param physical how many physical columns a family or collection has, by the names of its
   *     entity and of itself
   */
  public Slots withdrawing(Slots after, ToIntBiFunction<String, String> physical) {
    Map<String, Map<String, List<Slot>>> kept = new LinkedHashMap<>();
    entities.forEach(
        (entity, parts) -> {
          Map<String, List<Slot>> keptParts = new LinkedHashMap<>();
          parts.forEach(
              (part, slots) -> {
                List<Slot> all = new ArrayList<>(slots);
                if (after.has(entity, part)) {
                  List<Slot> changed = after.of(entity, part);
                  int count = Math.min(physical.applyAsInt(entity, part), changed.size());
                  for (int place = slots.size(); place < count; place++) {
                    all.add(changed.get(place).dropped());
                  }
                }
                keptParts.put(part, all);
              });
          kept.put(entity, keptParts);
        });
    return new Slots(kept);
  }
}
