package org.portolan.design.check;

import org.portolan.design.CollectionDesign;
import org.portolan.design.CounterDesign;
import org.portolan.design.EntityDesign;
import org.portolan.design.ExtremeDesign;
import org.portolan.design.FamilyDesign;
import org.portolan.design.IndexDesign;
import org.portolan.design.ReferenceDesign;

/** The paths of the parts of a design in its file. */
final class Paths {
  private Paths() {}

  static String of(EntityDesign entity) {
    return "entities." + entity.name();
  }

  static String of(EntityDesign entity, FamilyDesign family) {
    return of(entity) + ".families." + family.name();
  }

  static String of(EntityDesign entity, CollectionDesign collection) {
    return of(entity) + ".collections." + collection.name();
  }

  static String of(EntityDesign entity, IndexDesign index) {
    return of(entity) + ".indexes." + index.name();
  }

  static String of(EntityDesign entity, ReferenceDesign reference) {
    return of(entity) + ".references." + reference.name();
  }

  static String of(EntityDesign entity, ExtremeDesign extreme) {
    return of(entity) + ".counters." + extreme.name();
  }

  static String of(EntityDesign entity, CounterDesign counter) {
    return of(entity) + ".counters." + counter.name();
  }
}
