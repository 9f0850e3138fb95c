package org.portolan.data.internal.observe;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.portolan.design.CollectionDesign;
import org.portolan.design.CounterDesign;
import org.portolan.design.Design;
import org.portolan.design.EntityDesign;
import org.portolan.design.ExtremeDesign;
import org.portolan.design.IndexDesign;

/**
 * The names of a design. A caller may pass any text as a name; only those of the design are told,
 * so that a listener may make a time series of each. Immutable.
 */
final class Names {
  private final Map<String, Map<String, String>> collections = new HashMap<>();
  private final Set<String> indexes = new HashSet<>();
  private final Set<String> counters = new HashSet<>();

  Names(Design design) {
    for (EntityDesign entity : design.entities()) {
      Map<String, String> names = new HashMap<>();
      for (CollectionDesign collection : entity.collections()) {
        names.put(collection.name(), entity.name() + "." + collection.name());
      }
      collections.put(entity.name(), names);
      entity.indexes().stream().map(IndexDesign::name).forEach(indexes::add);
      entity.counters().stream().map(CounterDesign::name).forEach(counters::add);
      entity.extremes().stream().map(ExtremeDesign::name).forEach(counters::add);
    }
  }

  /** Returns the name of an entity; empty if there is none of this name. */
  String entity(String name) {
    return collections.containsKey(name) ? name : "";
  }

  String collection(String entity, String name) {
    Map<String, String> names = collections.get(entity);
    return names == null ? "" : names.getOrDefault(name, "");
  }

  String index(String name) {
    return indexes.contains(name) ? name : "";
  }

  String counter(String name) {
    return counters.contains(name) ? name : "";
  }
}
