package org.portolan.cli;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.portolan.data.plan.StoreTables;
import org.portolan.design.Design;
import org.portolan.design.EntityDesign;
import org.portolan.design.InvalidDesignException;
import org.portolan.design.Problem;
import org.portolan.engine.EngineException;
import org.portolan.engine.EngineProvider;
import org.portolan.engine.Engines;

/** The options of tables in a design file: a misspelled one is a mistake, whatever the target. */
final class DesignOptions {
  private DesignOptions() {}

  /**
   * Checks the options for every engine.
   *
   * @throws InvalidDesignException if an option is of no engine, or unknown to its own
   */
  static void check(Design design, String file) {
    List<Problem> problems = new ArrayList<>();
    Set<String> named = new TreeSet<>();
    Map<String, EngineProvider> engines =
        Engines.all().stream().collect(Collectors.toMap(EngineProvider::scheme, engine -> engine));
    places(design)
        .forEach(
            (place, options) ->
                options
                    .keySet()
                    .forEach(
                        option -> {
                          String scheme = option.substring(0, option.indexOf('.'));
                          if (engines.containsKey(scheme)) {
                            named.add(scheme);
                          } else {
                            problems.add(
                                new Problem(
                                    0,
                                    place + ".options." + option,
                                    "there is no such engine",
                                    "begin with one of "
                                        + engines.keySet().stream().sorted().toList()
                                        + " and a dot"));
                          }
                        }));
    named.forEach(scheme -> check(design, engines.get(scheme), problems));
    if (!problems.isEmpty()) {
      throw new InvalidDesignException(file, problems);
    }
  }

  private static Map<String, Map<String, String>> places(Design design) {
    Map<String, Map<String, String>> options = new LinkedHashMap<>();
    for (EntityDesign entity : design.entities()) {
      String path = "entities." + entity.name();
      options.put(path, entity.options());
      entity
          .collections()
          .forEach(items -> options.put(path + ".collections." + items.name(), items.options()));
      entity
          .indexes()
          .forEach(index -> options.put(path + ".indexes." + index.name(), index.options()));
    }
    return options;
  }

  private static void check(Design design, EngineProvider engine, List<Problem> problems) {
    try {
      StoreTables.of(design, engine.capabilities())
          .forEach(
              table -> {
                try {
                  engine.checkOptions(table);
                } catch (IllegalArgumentException e) {
                  problems.add(
                      new Problem(
                          0,
                          "options of " + engine.scheme(),
                          e.getMessage(),
                          "correct or remove it"));
                }
              });
    } catch (EngineException e) {
      // The engine cannot keep the design at all; the explanation says why.
    }
  }
}
