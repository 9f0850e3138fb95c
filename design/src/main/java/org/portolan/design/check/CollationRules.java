package org.portolan.design.check;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.portolan.design.Design;
import org.portolan.design.EntityDesign;
import org.portolan.design.FamilyDesign;
import org.portolan.design.ReferenceDesign;
import org.portolan.types.Collation;
import org.portolan.types.Column;
import org.portolan.types.KeyColumn;
import org.portolan.types.ScalarType.Kind;

/** The rules for the collations of the columns of an entity's families. */
final class CollationRules {
  private final Design design;
  private final EntityDesign entity;
  private final Findings findings;

  CollationRules(Design design, EntityDesign entity, Findings findings) {
    this.design = design;
    this.entity = entity;
    this.findings = findings;
  }

  void check() {
    for (FamilyDesign family : entity.families()) {
      family.collations().keySet().forEach(name -> checkText(family, name));
    }
    Map<String, Target> targets = new LinkedHashMap<>();
    entity.references().forEach(reference -> checkTargets(reference, targets));
  }

  private void checkText(FamilyDesign family, String name) {
    Optional<Column> column =
        family.columns().stream().filter(of -> of.name().equals(name)).findFirst();
    if (column.isEmpty() || column.get().type().element().kind() != Kind.TEXT) {
      findings.add(
          Paths.of(entity, family) + "." + name,
          "only a column of text has a collation",
          "remove it, or make '" + name + "' a text, a set of text or a list of text");
    }
  }

  /** The key column that a column refers to. */
  private record Target(ReferenceDesign reference, KeyColumn column) {
    String shown() {
      return "the key of '" + reference.to() + "', " + compared(column.collation());
    }
  }

  /** A column that refers is compared as its target; key columns have the collation of the key. */
  private void checkTargets(ReferenceDesign reference, Map<String, Target> targets) {
    List<KeyColumn> key = design.entity(reference.to()).map(EntityDesign::key).orElse(List.of());
    for (int place = 0; place < Math.min(key.size(), reference.on().size()); place++) {
      String name = reference.on().get(place);
      Target target = new Target(reference, key.get(place));
      Target other = targets.putIfAbsent(name, target);
      String path = Paths.of(entity, reference) + ".on";
      if (entity.column(name).isEmpty()) {
        continue;
      }
      if (other != null && other.column().collation() != target.column().collation()) {
        findings.add(
            path,
            "column '" + name + "' refers to " + other.shown() + ", and to " + target.shown(),
            "refer by a column of its own, or give both keys the same collation");
      }
      entity.families().stream()
          .filter(family -> family.collations().containsKey(name))
          .filter(family -> family.collation(name) != target.column().collation())
          .forEach(
              family ->
                  findings.add(
                      Paths.of(entity, family) + "." + name + ".collation",
                      "column '"
                          + name
                          + "' is "
                          + compared(family.collation(name))
                          + ", and refers to "
                          + target.shown(),
                      "remove it: a column that refers to a key is compared as that key"));
    }
  }

  private static String compared(Collation collation) {
    return "compared "
        + (collation == Collation.BINARY ? "by code point" : "by " + collation.spelling());
  }
}
