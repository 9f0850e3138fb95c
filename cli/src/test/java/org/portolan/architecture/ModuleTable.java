package org.portolan.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The table of modules in {@code ARCHITECTURE.md}: which modules each module may use.
 *
 * @param arrows from a module to the modules that it names after its arrow
 */
record ModuleTable(Map<String, Set<String>> arrows) {
  private static final Pattern ROW = Pattern.compile("(?m)^ {4}([a-z-]+) .*-> (.+)$");

  /** A module's classes lie in its directory, or in its jar once it is packaged. */
  private static final Pattern PLACE =
      Pattern.compile("/([a-z-]+)/target/classes/|/portolan-([a-z-]+?)-\\d[^/]*\\.jar!");

  static ModuleTable of(String architecture) {
    int start = architecture.indexOf("## Modules");
    String table = architecture.substring(start, architecture.indexOf("\nAn arrow", start));
    Map<String, String> rows = new LinkedHashMap<>();
    ROW.matcher(table).results().forEach(row -> rows.put(row.group(1), row.group(2)));
    Map<String, Set<String>> arrows = new LinkedHashMap<>();
    rows.forEach((module, targets) -> arrows.put(module, targets(targets, rows.keySet())));
    return new ModuleTable(arrows);
  }

  private static Set<String> targets(String text, Set<String> modules) {
    return switch (text) {
      case "nothing" -> Set.of();
      case "all" -> modules;
      case "all but cli" ->
          modules.stream().filter(module -> !module.equals("cli")).collect(Collectors.toSet());
      default ->
          Arrays.stream(text.split(", "))
              .flatMap(target -> target.equals("engines") ? engines(modules) : Stream.of(target))
              .collect(Collectors.toSet());
    };
  }

  private static Stream<String> engines(Set<String> modules) {
    return modules.stream()
        .filter(module -> module.matches("engine-(rocksdb|ignite|hbase|cassandra)"));
  }

  /** This table, with no arrow to {@code target} that {@code module} could follow. */
  ModuleTable withoutArrowsTo(String target, String module) {
    Map<String, Set<String>> fewer = new LinkedHashMap<>(arrows);
    for (String reached : reach(module)) {
      fewer.computeIfPresent(
          reached,
          (name, targets) ->
              targets.stream().filter(any -> !any.equals(target)).collect(Collectors.toSet()));
    }
    return new ModuleTable(fewer);
  }

  /** The modules that {@code module} reaches along the arrows, itself included. */
  Set<String> reach(String module) {
    Set<String> reached = new TreeSet<>();
    reach(module, reached);
    return reached;
  }

  private void reach(String module, Set<String> reached) {
    if (reached.add(module)) {
      arrows.getOrDefault(module, Set.of()).forEach(target -> reach(target, reached));
    }
  }

  ArchRule isKept() {
    return classes().should(useOnlyModulesAlongTheArrows());
  }

  private ArchCondition<JavaClass> useOnlyModulesAlongTheArrows() {
    return new ArchCondition<>("use only modules along the arrows") {
      @Override
      public void check(JavaClass type, ConditionEvents events) {
        Set<String> reached = reach(module(type));
        for (Dependency use : type.getDirectDependenciesFromSelf()) {
          String target = module(use.getTargetClass().getBaseComponentType());
          if (!target.isEmpty() && !reached.contains(target)) {
            String text = module(type) + " -> " + target + ": " + use.getDescription();
            events.add(SimpleConditionEvent.violated(type, text));
          }
        }
      }
    };
  }

  /** The module that {@code type} was read from; empty for a class from elsewhere. */
  static String module(JavaClass type) {
    return type.getSource()
        .flatMap(source -> PLACE.matcher(source.getUri().toString()).results().findFirst())
        .map(ModuleTable::name)
        .orElse("");
  }

  private static String name(MatchResult place) {
    return place.group(1) != null ? place.group(1) : place.group(2);
  }
}
