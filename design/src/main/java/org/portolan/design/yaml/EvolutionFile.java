package org.portolan.design.yaml;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.portolan.design.CounterDesign;
import org.portolan.design.Design;
import org.portolan.design.DesignReader;
import org.portolan.design.InvalidDesignException;
import org.portolan.design.check.Findings;
import org.portolan.design.evolve.EvolutionState;
import org.portolan.design.evolve.EvolutionState.Step;
import org.portolan.design.evolve.EvolutionState.UnderWay;
import org.portolan.design.evolve.IndexStates;
import org.portolan.design.evolve.Renames;
import org.portolan.design.evolve.Slot;
import org.portolan.design.evolve.Slots;
import org.portolan.types.ColumnType;
import org.portolan.types.ScalarType;
import org.portolan.types.Values;
import org.snakeyaml.engine.v2.nodes.ScalarNode;

/** The text in which a store keeps the state of its evolution. */
public final class EvolutionFile {
  private static final String DAMAGED =
      "Portolan writes this text: restore it, or the store, from a backup";

  private final Findings findings;

  private EvolutionFile(Findings findings) {
    this.findings = findings;
  }

  /**
   * Reads the readable parts of a state and reports the others.
   *
   * @return empty only if something is reported
   */
  public static Optional<EvolutionState> read(String text, Findings findings) {
    return YamlText.compose(text, "evolution: " + EvolutionState.FORMAT_VERSION, findings)
        .flatMap(
            root -> {
              findings.locate("", YamlText.line(root));
              return new Value(findings, "", root).section(DAMAGED);
            })
        .flatMap(section -> new EvolutionFile(findings).read(section));
  }

  private Optional<EvolutionState> read(Section section) {
    int current = EvolutionState.FORMAT_VERSION;
    Optional<Integer> format =
        section.require("evolution", DAMAGED).flatMap(value -> value.integer(DAMAGED));
    if (format.isPresent() && (format.get() < 1 || format.get() > current)) {
      findings.add(
          "evolution",
          "this release reads up to format " + current + ", not " + format.get(),
          "use the release of Portolan that wrote it, or a later one");
      return Optional.empty();
    }
    int version = format.orElse(current);
    boolean online = version >= EvolutionState.WITH_GENERATIONS;
    Map<String, Long> remainders =
        version >= EvolutionState.WITH_COUNTERS
            ? numbers(section, "remainders", this::remainder)
            : Map.of();
    long epoch = section.require("epoch", DAMAGED).flatMap(this::epoch).orElse(1L);
    boolean unique =
        version >= EvolutionState.WITH_UNIQUE_GENERATIONS && isTrue(section, "unique-generations");
    Map<String, Integer> generations =
        online ? numbers(section, "generations", this::generation) : Map.of();
    Map<String, Map<String, List<Slot>>> entities = new LinkedHashMap<>();
    section
        .require("slots", DAMAGED)
        .flatMap(value -> value.section(DAMAGED))
        .ifPresent(
            slots -> slots.all().forEach((entity, parts) -> entities.put(entity, parts(parts))));
    Optional<Value> change = section.get("under-way");
    Optional<UnderWay> underWay =
        change.flatMap(value -> value.section(DAMAGED)).flatMap(each -> underWay(each, version));
    section.finish();
    return Optional.of(
        new EvolutionState(epoch, new Slots(entities), generations, remainders, unique, underWay));
  }

  /** Returns the readable numbers of a part that may be missing, by their names. */
  private static <N extends Number> Map<String, N> numbers(
      Section section, String part, Function<Value, Optional<N>> reading) {
    Map<String, N> numbers = new LinkedHashMap<>();
    section
        .get(part)
        .flatMap(value -> value.section(DAMAGED))
        .ifPresent(
            all ->
                all.all()
                    .forEach(
                        (name, value) ->
                            reading.apply(value).ifPresent(found -> numbers.put(name, found))));
    return numbers;
  }

  private Optional<Long> remainder(Value value) {
    Optional<String> text = value.text(DAMAGED);
    try {
      return text.map(Long::parseLong);
    } catch (NumberFormatException wrong) {
      findings.add(value.path(), "'" + text.orElseThrow() + "' is no number", DAMAGED);
      return Optional.empty();
    }
  }

  private Optional<Integer> shards(Value value) {
    Optional<Integer> number = value.integer(DAMAGED);
    if (number.isPresent() && (number.get() < 1 || number.get() > CounterDesign.SHARDS_MAX)) {
      findings.add(value.path(), "'" + number.get() + "' is no number of shards", DAMAGED);
      return Optional.empty();
    }
    return number;
  }

  private Optional<Integer> generation(Value value) {
    Optional<Integer> generation = value.integer(DAMAGED);
    if (generation.isPresent() && generation.get() < IndexStates.FIRST) {
      findings.add(value.path(), "'" + generation.get() + "' is no generation", DAMAGED);
      return Optional.empty();
    }
    return generation;
  }

  private Optional<Long> epoch(Value value) {
    Optional<String> text = value.text(DAMAGED);
    if (text.isPresent() && !text.get().matches("[1-9][0-9]{0,17}")) {
      findings.add(value.path(), "'" + text.get() + "' is no epoch", DAMAGED);
      return Optional.empty();
    }
    return text.map(Long::parseLong);
  }

  private Map<String, List<Slot>> parts(Value value) {
    Map<String, List<Slot>> parts = new LinkedHashMap<>();
    value
        .section(DAMAGED)
        .ifPresent(
            section -> section.all().forEach((part, slots) -> parts.put(part, slots(slots))));
    return parts;
  }

  private List<Slot> slots(Value value) {
    List<Slot> slots = new ArrayList<>();
    Set<String> names = new HashSet<>();
    for (Value each : value.list(DAMAGED).orElse(List.of())) {
      each.section(DAMAGED)
          .flatMap(this::slot)
          .ifPresent(
              slot -> {
                if (!names.add(slot.name())) {
                  findings.add(each.path(), "two slots are named '" + slot.name() + "'", DAMAGED);
                }
                slots.add(slot);
              });
    }
    return slots;
  }

  private Optional<Slot> slot(Section section) {
    Optional<String> name = section.require("name", DAMAGED).flatMap(value -> value.text(DAMAGED));
    Optional<ColumnType> type =
        section
            .require("type", DAMAGED)
            .flatMap(value -> value.text(DAMAGED).flatMap(text -> TypeReader.parse(value, text)));
    Optional<Value> holds = section.get("holds");
    Slot.Use use = holds.flatMap(this::use).orElse(Slot.Use.COLUMN);
    Optional<String> column = section.get("column").flatMap(value -> value.text(DAMAGED));
    Optional<Value> absent = section.get("absent");
    section.finish();
    if (name.isEmpty() || type.isEmpty()) {
      return Optional.empty();
    }
    if (use != Slot.Use.COLUMN && (column.isPresent() || absent.isPresent())) {
      findings.add(section.path(), "a slot that holds no column names one", DAMAGED);
      return Optional.empty();
    }
    return Optional.of(
        new Slot(
            name.get(),
            type.get(),
            use,
            use == Slot.Use.COLUMN ? column.orElse(name.get()) : "",
            absent.flatMap(value -> absent(value, type.get()))));
  }

  private Optional<Slot.Use> use(Value value) {
    Optional<String> text = value.text(DAMAGED);
    Optional<Slot.Use> use =
        Arrays.stream(Slot.Use.values())
            .filter(each -> each != Slot.Use.COLUMN)
            .filter(each -> text.filter(each.spelling()::equals).isPresent())
            .findFirst();
    if (text.isPresent() && use.isEmpty()) {
      findings.add(value.path(), "a slot cannot hold '" + text.get() + "'", DAMAGED);
    }
    return use;
  }

  private Optional<Object> absent(Value value, ColumnType type) {
    if (!(type instanceof ScalarType scalar) || !(value.node() instanceof ScalarNode node)) {
      findings.add(value.path(), "a " + type.spelling() + " has no value here", DAMAGED);
      return Optional.empty();
    }
    try {
      return Optional.of(Values.parse(scalar, node.getValue()));
    } catch (IllegalArgumentException wrong) {
      findings.add(value.path(), wrong.getMessage(), DAMAGED);
      return Optional.empty();
    }
  }

  /**
   * @param version of the text: older ones do not tell of generations and of changes that are made
   *     on line, or not of counters, or not of additions
   */
  private Optional<UnderWay> underWay(Section section, int version) {
    boolean online = version >= EvolutionState.WITH_GENERATIONS;
    Optional<Step> step = section.require("step", DAMAGED).flatMap(value -> step(value, online));
    Renames renames =
        section
            .get("renames")
            .flatMap(value -> value.section(DAMAGED))
            .map(this::renames)
            .orElse(Renames.NONE);
    List<String> removals =
        section.get("removals").flatMap(value -> value.texts(DAMAGED)).orElse(List.of());
    Map<String, Integer> next =
        online ? numbers(section, "generations", this::generation) : Map.of();
    Map<String, Integer> shards =
        version >= EvolutionState.WITH_COUNTERS
            ? numbers(section, "shards", this::shards)
            : Map.of();
    boolean adds = version >= EvolutionState.WITH_ADDITIONS && isTrue(section, "adds");
    boolean drops = version >= EvolutionState.WITH_DROPS && isTrue(section, "drops");
    boolean counts = version >= EvolutionState.WITH_NEW_COUNTERS && isTrue(section, "counts");
    Optional<Design> target = section.require("target", DAMAGED).flatMap(this::target);
    section.finish();
    return step.flatMap(
        at ->
            target.map(
                design ->
                    new UnderWay(
                        at, design, renames, removals, next, shards, adds, drops, counts)));
  }

  private static boolean isTrue(Section section, String part) {
    return section.get(part).flatMap(value -> value.bool(DAMAGED)).orElse(false);
  }

  private Optional<Step> step(Value value, boolean online) {
    Optional<String> text = value.text(DAMAGED);
    Optional<Step> step =
        Arrays.stream(Step.values())
            .filter(each -> online || !each.isOnline())
            .filter(each -> text.filter(each.spelling()::equals).isPresent())
            .findFirst();
    if (text.isPresent() && step.isEmpty()) {
      findings.add(value.path(), "'" + text.get() + "' is no step", DAMAGED);
    }
    return step;
  }

  private Renames renames(Section entities) {
    Map<String, Map<String, Map<String, String>>> renames = new LinkedHashMap<>();
    entities.all().forEach((entity, parts) -> renames.put(entity, renamesOf(parts)));
    return new Renames(renames);
  }

  private Map<String, Map<String, String>> renamesOf(Value entity) {
    Map<String, Map<String, String>> renames = new LinkedHashMap<>();
    entity
        .section(DAMAGED)
        .ifPresent(
            parts ->
                parts
                    .all()
                    .forEach(
                        (part, names) -> {
                          Map<String, String> changed = new LinkedHashMap<>();
                          names
                              .section(DAMAGED)
                              .ifPresent(
                                  each ->
                                      each.all()
                                          .forEach(
                                              (old, name) ->
                                                  name.text(DAMAGED)
                                                      .ifPresent(to -> changed.put(old, to))));
                          renames.put(part, changed);
                        }));
    return renames;
  }

  private Optional<Design> target(Value value) {
    Optional<String> text = value.text(DAMAGED);
    if (text.isEmpty()) {
      return Optional.empty();
    }
    try {
      return Optional.of(DesignReader.read(text.get(), "target"));
    } catch (InvalidDesignException wrong) {
      String problems =
          wrong.problems().stream()
              .map(problem -> "in line " + problem.line() + " of it " + problem.wrong())
              .collect(Collectors.joining("; "));
      findings.add(value.path(), "the design is damaged: " + problems, DAMAGED);
      return Optional.empty();
    }
  }
}
