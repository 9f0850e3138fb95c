package org.portolan.data.history;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;
import org.portolan.design.CollectionDesign;
import org.portolan.design.CollectionDesign.Storage;
import org.portolan.design.ColumnRule;
import org.portolan.design.CounterDesign;
import org.portolan.design.Design;
import org.portolan.design.EntityDesign;
import org.portolan.design.FamilyDesign;
import org.portolan.design.key.PlainKey;
import org.portolan.types.Column;
import org.portolan.types.KeyColumn;
import org.portolan.types.ScalarType;

/**
 * Adds something to a design while applications go on that do not know it, and drops it again. What
 * it adds may have the name of something that was given up or dropped, and another type.
 *
 * @param items whether collections can be cells
 */
public record RandomAddition(RandomGenerator random, boolean items) {
  /** The beginning of the names of added columns. */
  public static final String COLUMN = "added_";

  /** More would only make histories slower. */
  private static final int MAX = 6;

  /**
   * Returns a design with what another one has more, perhaps without some of that, and perhaps with
   * something new.
   */
  public Design to(Design base, Design present) {
    boolean drops = random.nextInt(3) == 0;
    List<EntityDesign> entities = new ArrayList<>();
    for (EntityDesign entity : base.entities()) {
      EntityDesign own = present.entity(entity.name()).orElseThrow();
      entities.add(
          entity.with(
              kept(own.families(), each -> family(entity, each.name()), drops, this::without),
              kept(
                  own.collections(),
                  each -> entity.collection(each.name()),
                  drops,
                  this::without)));
    }
    present.entities().stream()
        .filter(entity -> base.entity(entity.name()).isEmpty())
        .filter(entity -> !drops || random.nextBoolean())
        .forEach(entities::add);
    Design kept = new Design(base.name(), entities);
    int size = size(kept) - size(base);
    // A name that is dropped cannot be that of something new in the same change.
    int number = Math.max(size, size(present) - size(base));
    return random.nextBoolean() && size < MAX ? added(kept, present, number) : kept;
  }

  private static Optional<FamilyDesign> family(EntityDesign entity, String name) {
    return entity.families().stream().filter(family -> family.name().equals(name)).findFirst();
  }

  /** Returns parts, without some of those that the base has not. */
  private <T> List<T> kept(
      List<T> parts, Function<T, Optional<T>> base, boolean drops, BinaryOperator<T> without) {
    List<T> kept = new ArrayList<>();
    for (T part : parts) {
      Optional<T> own = base.apply(part);
      if (!drops) {
        kept.add(part);
      } else if (own.isPresent()) {
        kept.add(without.apply(part, own.get()));
      } else if (random.nextBoolean()) {
        kept.add(part);
      }
    }
    return kept;
  }

  private FamilyDesign without(FamilyDesign family, FamilyDesign base) {
    List<Column> columns = kept(family.columns(), base.columns());
    return new FamilyDesign(
        family.name(), columns, rules(family.rules(), columns), family.collations());
  }

  private CollectionDesign without(CollectionDesign collection, CollectionDesign base) {
    List<Column> columns = kept(collection.columns(), base.columns());
    return new CollectionDesign(
        collection.name(),
        collection.itemKey(),
        columns,
        rules(collection.rules(), columns),
        collection.storage(),
        collection.tree(),
        collection.listedBy(),
        collection.options());
  }

  private List<Column> kept(List<Column> columns, List<Column> base) {
    return columns.stream()
        .filter(column -> base.contains(column) || random.nextBoolean())
        .toList();
  }

  private static Map<String, ColumnRule> rules(
      Map<String, ColumnRule> rules, List<Column> columns) {
    Map<String, ColumnRule> kept = new HashMap<>(rules);
    kept.keySet().retainAll(columns.stream().map(Column::name).toList());
    return kept;
  }

  /** Returns a design with something new. */
  public Design to(Design base) {
    Design grown = base;
    while (grown.equals(base)) {
      grown = added(base, base, size(base));
    }
    return grown;
  }

  private static int size(Design design) {
    return design.entities().stream()
        .mapToInt(
            entity ->
                1
                    + (int) entity.columns().count()
                    + entity.collections().stream().mapToInt(each -> each.columns().size()).sum())
        .sum();
  }

  /** Returns a number from one on that no name of two designs ends with. */
  private static int free(Design design, Design other, int from) {
    int number = from;
    String names = design.toString() + other;
    while (Pattern.compile("_" + number + "\\b").matcher(names).find()) {
      number++;
    }
    return number;
  }

  private Design added(Design design, Design present, int least) {
    int number = free(design, present, least);
    List<EntityDesign> entities = new ArrayList<>(design.entities());
    int place = random.nextInt(entities.size());
    EntityDesign entity = entities.get(place);
    List<FamilyDesign> families = new ArrayList<>(entity.families());
    List<CollectionDesign> collections = new ArrayList<>(entity.collections());
    switch (random.nextInt(5)) {
      case 0 -> entities.add(entity("extra_" + number));
      case 1 ->
          families.add(
              new FamilyDesign("more_" + number, List.of(column("in_more_" + number)), Map.of()));
      case 2 ->
          collections.add(
              new CollectionDesign(
                  "plus_" + number,
                  List.of(KeyColumn.of("plus_key", ScalarType.INT)),
                  List.of(column("in_plus_" + number)),
                  items ? Storage.CELLS : Storage.OBJECT));
      case 3 -> {
        if (!collections.isEmpty()) {
          int chosen = random.nextInt(collections.size());
          collections.set(chosen, widened(collections.get(chosen), number));
        }
      }
      default -> {
        int chosen = random.nextInt(families.size());
        families.set(chosen, widened(families.get(chosen), number));
      }
    }
    entities.set(place, entities.get(place).with(families, collections));
    return new Design(design.name(), entities);
  }

  private static EntityDesign entity(String name) {
    return new EntityDesign(
        name,
        List.of(KeyColumn.of("id", ScalarType.TEXT)),
        new PlainKey(),
        Map.of(),
        List.of(new FamilyDesign("main", List.of(new Column("text", ScalarType.TEXT)))),
        List.of(),
        List.of(),
        List.of(new CounterDesign(name + "_rows", Optional.empty(), 1, true)));
  }

  private Column column(String name) {
    return new Column(name, random.nextBoolean() ? ScalarType.INT : ScalarType.TEXT);
  }

  private Map<String, ColumnRule> rules(Map<String, ColumnRule> before, Column column) {
    Map<String, ColumnRule> rules = new HashMap<>(before);
    int choice = random.nextInt(3);
    if (choice > 0) {
      Object value = column.type().equals(ScalarType.INT) ? (Object) 7 : "seven";
      rules.put(
          column.name(),
          new ColumnRule(
              choice == 2,
              Optional.of(value),
              Optional.empty(),
              Optional.empty(),
              Optional.empty()));
    }
    return rules;
  }

  private FamilyDesign widened(FamilyDesign family, int number) {
    Column column = column(COLUMN + number);
    List<Column> columns = new ArrayList<>(family.columns());
    columns.add(random.nextInt(columns.size() + 1), column);
    return new FamilyDesign(
        family.name(), columns, rules(family.rules(), column), family.collations());
  }

  private CollectionDesign widened(CollectionDesign collection, int number) {
    Column column = column(COLUMN + number);
    List<Column> columns = new ArrayList<>(collection.columns());
    columns.add(random.nextInt(columns.size() + 1), column);
    return new CollectionDesign(
        collection.name(),
        collection.itemKey(),
        columns,
        rules(collection.rules(), column),
        collection.storage(),
        collection.tree(),
        collection.listedBy(),
        collection.options());
  }
}
