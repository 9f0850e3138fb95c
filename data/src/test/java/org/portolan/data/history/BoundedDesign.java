package org.portolan.data.history;

import java.math.BigDecimal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.portolan.design.ColumnRule;
import org.portolan.design.Design;
import org.portolan.design.EntityDesign;
import org.portolan.design.FamilyDesign;
import org.portolan.types.Column;

/**
 * A random design as {@link ReferringDesign} makes it, in which numbers of documents may have
 * bounds. Some random values are out of these bounds.
 */
final class BoundedDesign {
  private BoundedDesign() {}

  /**
   * Returns a design in which, for three of four seeds, numbers have a floor, a ceiling or both.
   */
  static Design of(int seed) {
    Random choice = new Random(89L * seed + 23);
    // The first numbers of near seeds are alike.
    choice.nextInt();
    Design design = ReferringDesign.of(seed);
    Map<String, ColumnRule> rules = new HashMap<>();
    if (choice.nextBoolean()) {
      rules.put("n", bounds(choice, 1, 4));
    }
    if (choice.nextBoolean()) {
      rules.put("price", bounds(choice, BigDecimal.valueOf(-1, 2), BigDecimal.valueOf(2, 2)));
    }
    return new Design(
        design.name(),
        design.entities().stream()
            .map(
                entity ->
                    entity.name().equals(RandomDesign.DOCUMENT) ? bounded(entity, rules) : entity)
            .toList());
  }

  private static ColumnRule bounds(Random choice, Object floor, Object ceiling) {
    int kind = choice.nextInt(4);
    return new ColumnRule(
        false,
        Optional.empty(),
        kind == 0 ? Optional.empty() : Optional.of(floor),
        kind == 1 ? Optional.empty() : Optional.of(ceiling),
        Optional.empty());
  }

  private static EntityDesign bounded(EntityDesign entity, Map<String, ColumnRule> rules) {
    List<FamilyDesign> families =
        entity.families().stream()
            .map(
                family -> {
                  Map<String, ColumnRule> own = new HashMap<>(rules);
                  own.keySet().retainAll(family.columns().stream().map(Column::name).toList());
                  return new FamilyDesign(
                      family.name(), family.columns(), own, family.collations());
                })
            .toList();
    return ReferringDesign.copy(entity, entity.key(), families);
  }
}
