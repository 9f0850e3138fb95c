package org.portolan.design.evolve;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.portolan.design.CollectionDesign;
import org.portolan.design.Design;
import org.portolan.design.EntityDesign;
import org.portolan.types.Column;

/**
 * The columns that have another name in a new design. Two designs alone do not tell a renamed
 * column from one that is dropped beside one that is added. Immutable.
 *
 * @param names by the name of an entity, and of its family or collection, the new names by the old
 */
public record Renames(Map<String, Map<String, Map<String, String>>> names) {
  public static final Renames NONE = new Renames(Map.of());

  /** How people write a rename. */
  private static final String FORM =
      "write ENTITY.OLD=NEW for a column of rows, ENTITY.COLLECTION.OLD=NEW for one of items";

  public Renames {
    Map<String, Map<String, Map<String, String>>> copy = new TreeMap<>();
    names.forEach(
        (entity, parts) -> {
          Map<String, Map<String, String>> ofParts = new TreeMap<>();
          parts.forEach((part, columns) -> ofParts.put(part, Map.copyOf(columns)));
          copy.put(entity, Map.copyOf(ofParts));
        });
    names = Map.copyOf(copy);
  }

  /**
   * Reads renames as people write them: {@code order.remark=note} for a column of rows, {@code
   * order.lines.quantity=amount} for one of items.
   *
   * @param stored the design that has the old names
   * @param given the design that has the new names
   * @throws IllegalArgumentException if a text has another form, names a column that is not in its
   *     design, or that another text names too
   */
  public static Renames of(List<String> texts, Design stored, Design given) {
    Map<String, Map<String, Map<String, String>>> names = new TreeMap<>();
    for (String text : texts) {
      String[] sides = text.strip().split("=", -1);
      String[] path = sides[0].split("\\.", -1);
      if (sides.length != 2 || sides[1].isBlank() || path.length < 2 || path.length > 3) {
        throw new IllegalArgumentException("cannot read the rename '" + text + "': " + FORM);
      }
      EntityDesign entity =
          stored
              .entity(path[0])
              .orElseThrow(() -> unknown(text, "the store has no entity '" + path[0] + "'", FORM));
      String old = path[path.length - 1];
      Part part =
          path.length == 2 ? family(text, entity, old) : collection(text, entity, path[1], old);
      String before =
          names
              .computeIfAbsent(entity.name(), any -> new TreeMap<>())
              .computeIfAbsent(part.name(), any -> new TreeMap<>())
              .putIfAbsent(old, sides[1].strip());
      if (before != null) {
        throw unknown(text, "another rename names this column", "give it one new name");
      }
    }
    Renames renames = new Renames(names);
    renames.requireFit(stored, given);
    return renames;
  }

  /**
   * Refuses renames that exchange names of a design, if nothing else changes: once it is done, the
   * same command would exchange them again.
   *
   * @throws IllegalArgumentException if so
   */
  public void requireNoSwap(Design design) {
    names.forEach(
        (entity, parts) ->
            parts.forEach(
                (part, columns) -> {
                  if (columns(design, entity, part).containsAll(columns.keySet())) {
                    throw new IllegalArgumentException(
                        "cannot exchange the names "
                            + new TreeSet<>(columns.keySet())
                            + " of '"
                            + entity
                            + "': the store has the new design already, so this could not be told"
                            + " from a repetition; go by way of another name, in two changes");
                  }
                }));
  }

  private static Part family(String text, EntityDesign entity, String old) {
    return entity.families().stream()
        .filter(family -> has(family.columns(), old))
        .findFirst()
        .map(family -> Part.family(entity.name(), family.name()))
        .orElseThrow(
            () -> {
              boolean inKey = entity.key().stream().anyMatch(key -> key.name().equals(old));
              return unknown(
                  text,
                  inKey
                      ? "'" + old + "' is a column of the key"
                      : "no family of '" + entity.name() + "' has a column '" + old + "'",
                  inKey ? "the key keeps its columns" : FORM);
            });
  }

  private static Part collection(String text, EntityDesign entity, String name, String old) {
    Optional<CollectionDesign> found =
        entity.collection(name).filter(items -> has(items.columns(), old));
    if (found.isEmpty()) {
      throw unknown(
          text,
          "'" + entity.name() + "' has no collection '" + name + "' with a column '" + old + "'",
          FORM);
    }
    return Part.collection(entity.name(), name);
  }

  private static boolean has(List<Column> columns, String name) {
    return columns.stream().anyMatch(column -> column.name().equals(name));
  }

  private static IllegalArgumentException unknown(String text, String wrong, String remedy) {
    return new IllegalArgumentException(
        "cannot rename by '" + text + "': " + wrong + "; " + remedy);
  }

  public boolean isEmpty() {
    return names.isEmpty();
  }

  /** Returns the new names of columns of a family or collection, by the old names. */
  public Map<String, String> of(String entity, String part) {
    return names.getOrDefault(entity, Map.of()).getOrDefault(part, Map.of());
  }

  /** Returns the name in the new design of a column of a family or collection. */
  public String after(String entity, String part, String column) {
    return of(entity, part).getOrDefault(column, column);
  }

  /**
   * Refuses renames that do not lead from one design to another.
   *
   * @throws IllegalArgumentException with all problems
   */
  void requireFit(Design stored, Design given) {
    List<String> problems = new ArrayList<>();
    names.forEach(
        (entity, parts) ->
            parts.forEach(
                (part, columns) ->
                    columns.forEach(
                        (old, renamed) ->
                            problem(stored, given, entity, part, old, renamed)
                                .ifPresent(
                                    problem ->
                                        problems.add(
                                            "cannot rename column '"
                                                + old
                                                + "' of '"
                                                + entity
                                                + "' to '"
                                                + renamed
                                                + "': "
                                                + problem)))));
    if (!problems.isEmpty()) {
      throw new IllegalArgumentException(String.join("; ", problems));
    }
  }

  private Optional<String> problem(
      Design stored, Design given, String entity, String part, String old, String renamed) {
    Set<String> before = columns(stored, entity, part);
    Set<String> after = columns(given, entity, part);
    Map<String, String> columns = of(entity, part);
    if (!before.contains(old)) {
      return Optional.of("the store's design has no such column in '" + part + "'");
    }
    if (!after.contains(renamed)) {
      return Optional.of(
          "the new design has no column '" + renamed + "' in '" + part + "'; correct one of them");
    }
    if (columns.values().stream().filter(renamed::equals).count() > 1) {
      return Optional.of("another column gets this name too; give each a name of its own");
    }
    if (before.contains(renamed) && !columns.containsKey(renamed)) {
      return Optional.of(
          "the store's design has a column '"
              + renamed
              + "' already; drop that one first, by an evolution of its own, or rename it too");
    }
    return Optional.empty();
  }

  private static Set<String> columns(Design design, String entity, String part) {
    Set<String> columns = new HashSet<>();
    design
        .entity(entity)
        .ifPresent(
            found -> {
              found.families().stream()
                  .filter(family -> family.name().equals(part))
                  .forEach(family -> family.columns().forEach(each -> columns.add(each.name())));
              found
                  .collection(part)
                  .ifPresent(items -> items.columns().forEach(each -> columns.add(each.name())));
            });
    return columns;
  }

  /** Returns a design with the new names, also in indexes, counters and references. */
  public Design applied(Design design) {
    return isEmpty()
        ? design
        : new Design(
            design.name(),
            design.entities().stream().map(entity -> RenamedEntity.of(entity, this)).toList());
  }
}
