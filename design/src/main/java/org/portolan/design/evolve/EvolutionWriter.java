package org.portolan.design.evolve;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.portolan.design.DesignWriter;
import org.portolan.types.ColumnType;
import org.portolan.types.ScalarType;
import org.portolan.types.Values;

/**
 * Writes the state of an evolution as the text that a store keeps. The same state gives the same
 * text, and {@link org.portolan.design.EvolutionReader} reads the same state from it.
 */
public final class EvolutionWriter {
  private static final String HEADER =
      """
      # How this store follows the changes of its design. Portolan writes and needs this text.
      """;

  private final StringBuilder text = new StringBuilder();

  private EvolutionWriter() {}

  /** Returns the state as text, ending with a line break. */
  public static String write(EvolutionState state) {
    EvolutionWriter writer = new EvolutionWriter();
    writer.text.append(HEADER);
    writer.line(0, "evolution: " + version(state));
    writer.line(0, "epoch: " + state.epoch());
    if (state.uniqueGenerations()) {
      writer.line(0, "unique-generations: true");
    }
    writer.numbers(0, "generations", state.generations());
    writer.numbers(0, "remainders", state.remainders());
    writer.slots(state.slots());
    state.underWay().ifPresent(writer::underWay);
    return writer.text.toString();
  }

  /**
   * Returns the lowest version that can say it. So a state of an earlier release keeps its text,
   * which is compared when it is replaced, and that release reads every state without generations
   * or remainders.
   */
  private static int version(EvolutionState state) {
    if (state.counts()) {
      return EvolutionState.WITH_NEW_COUNTERS;
    } else if (state.uniqueGenerations()) {
      return EvolutionState.WITH_UNIQUE_GENERATIONS;
    } else if (state.drops()) {
      return EvolutionState.WITH_DROPS;
    } else if (state.adds()) {
      return EvolutionState.WITH_ADDITIONS;
    }
    CounterStates counters = state.counterStates();
    if (!counters.shards().isEmpty() || !counters.remainders().isEmpty()) {
      return EvolutionState.WITH_COUNTERS;
    }
    boolean older =
        state.generations().isEmpty()
            && state
                .underWay()
                .filter(change -> change.step().isOnline() || !change.nextGenerations().isEmpty())
                .isEmpty();
    return older ? EvolutionState.WITH_GENERATIONS - 1 : EvolutionState.WITH_GENERATIONS;
  }

  private void numbers(int depth, String name, Map<String, ? extends Number> numbers) {
    if (!numbers.isEmpty()) {
      line(depth, name + ":");
      numbers.forEach((part, number) -> line(depth + 1, part + ": " + number));
    }
  }

  private void slots(Slots slots) {
    line(0, slots.entities().isEmpty() ? "slots: {}" : "slots:");
    slots
        .entities()
        .forEach(
            (entity, parts) -> {
              line(1, entity + ":");
              parts.forEach(this::part);
            });
  }

  private void part(String name, List<Slot> slots) {
    line(2, name + ":" + (slots.isEmpty() ? " []" : ""));
    slots.forEach(slot -> line(3, "- " + slot(slot)));
  }

  private static String slot(Slot slot) {
    StringBuilder form = new StringBuilder("{name: ").append(slot.name());
    form.append(", type: ").append(type(slot.type()));
    if (slot.use() == Slot.Use.COLUMN) {
      if (!slot.column().equals(slot.name())) {
        form.append(", column: ").append(slot.column());
      }
      slot.absent()
          .ifPresent(
              value ->
                  form.append(", absent: ")
                      .append(quoted(Values.render((ScalarType) slot.type(), value))));
    } else {
      form.append(", holds: ").append(slot.use().spelling());
    }
    return form.append('}').toString();
  }

  private static String type(ColumnType type) {
    return type.spelling().contains(",") ? quoted(type.spelling()) : type.spelling();
  }

  private void underWay(EvolutionState.UnderWay change) {
    line(0, "under-way:");
    line(1, "step: " + change.step().spelling());
    if (change.adds()) {
      line(1, "adds: true");
    }
    if (change.drops()) {
      line(1, "drops: true");
    }
    if (change.counts()) {
      line(1, "counts: true");
    }
    if (!change.renames().isEmpty()) {
      line(1, "renames:");
      new TreeMap<>(change.renames().names()).forEach(this::renames);
    }
    if (!change.removals().isEmpty()) {
      line(1, "removals: [" + String.join(", ", change.removals()) + "]");
    }
    numbers(1, "generations", change.nextGenerations());
    numbers(1, "shards", change.shards());
    line(1, "target: |");
    DesignWriter.write(change.target())
        .lines()
        .forEach(each -> text.append(each.isEmpty() ? "" : "    " + each).append('\n'));
  }

  private void renames(String entity, Map<String, Map<String, String>> parts) {
    line(2, entity + ":");
    new TreeMap<>(parts)
        .forEach(
            (part, names) -> {
              line(3, part + ":");
              new TreeMap<>(names).forEach((old, changed) -> line(4, old + ": " + changed));
            });
  }

  private static String quoted(String value) {
    StringBuilder quoted = new StringBuilder("\"");
    value
        .codePoints()
        .forEach(
            point -> {
              if (point == '"' || point == '\\') {
                quoted.append('\\').appendCodePoint(point);
              } else if (point >= ' ' && point < 0x7F) {
                quoted.append((char) point);
              } else {
                quoted.append(String.format("\\U%08x", point));
              }
            });
    return quoted.append('"').toString();
  }

  private void line(int depth, String content) {
    text.append("  ".repeat(depth)).append(content).append('\n');
  }
}
