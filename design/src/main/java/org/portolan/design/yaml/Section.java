package org.portolan.design.yaml;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.portolan.design.check.Findings;
import org.portolan.types.Spelling;
import org.snakeyaml.engine.v2.common.FlowStyle;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;

/**
 * Keys with their values. A reader asks for the keys it knows and then calls {@link #finish}, which
 * reports the other keys. If the keys are names that the file chooses, the reader takes {@link
 * #all}.
 */
final class Section {
  private final Findings findings;
  private final String path;
  private final Map<String, Value> values = new LinkedHashMap<>();
  private final Set<String> known = new LinkedHashSet<>();

  Section(Findings findings, String path, MappingNode mapping) {
    this.findings = findings;
    this.path = path;
    Set<Integer> halves = joinHalves(mapping);
    for (int position = 0; position < mapping.getValue().size(); position++) {
      NodeTuple tuple = mapping.getValue().get(position);
      if (halves.contains(position)) {
        continue;
      }
      int line = YamlText.line(tuple.getKeyNode());
      if (!(tuple.getKeyNode() instanceof ScalarNode key) || key.getValue().isBlank()) {
        findings.add(line, path, "a key must be a word", "write 'name: value'");
        continue;
      }
      String name = key.getValue().strip();
      String valuePath = pathOf(name);
      if (values.containsKey(name)) {
        findings.add(
            line,
            valuePath,
            "the key '" + name + "' occurs here a second time",
            "remove one of the two, or rename it");
        continue;
      }
      findings.locate(valuePath, line);
      values.put(name, new Value(findings, valuePath, tuple.getValueNode()));
    }
  }

  String path() {
    return path;
  }

  String pathOf(String key) {
    return path.isEmpty() ? key : path + "." + key;
  }

  Optional<Value> get(String key) {
    known.add(key);
    return findings.isUnreadable(pathOf(key))
        ? Optional.empty()
        : Optional.ofNullable(values.get(key));
  }

  /** Returns the value of a key that must be there. */
  Optional<Value> require(String key, String right) {
    known.add(key);
    if (!values.containsKey(key) && !findings.isUnreadable(pathOf(key))) {
      if (isMisspelled(key)) {
        findings.markUnreadable(pathOf(key));
      } else {
        findings.addUnreadable(pathOf(key), "the key '" + key + "' is missing", right);
      }
    }
    return get(key);
  }

  /** Whether {@link #finish} will report another key as a misspelling of this one. */
  boolean isMisspelled(String key) {
    return values.keySet().stream()
        .filter(other -> !known.contains(other))
        .anyMatch(other -> Spelling.nearest(other, Set.of(key)).isPresent());
  }

  /** Returns all values by their names, in the order of the file. */
  Map<String, Value> all() {
    known.addAll(values.keySet());
    return values;
  }

  /** Reports the keys that the reader did not ask for. */
  void finish() {
    finish(Map.of());
  }

  /**
   * Reports the keys that the reader did not ask for.
   *
   * @param meant what to say first about some of them, in place of advice for all parts
   */
  void finish(Map<String, String> meant) {
    List<String> missing = known.stream().filter(key -> !values.containsKey(key)).toList();
    values.forEach(
        (name, value) -> {
          if (!known.contains(name)) {
            findings.add(
                value.path(),
                "'" + name + "' is not a key of this part",
                Optional.ofNullable(meant.get(name)).orElseGet(() -> SqlWords.aboutKey(name))
                    + Spelling.hint(name, missing)
                    + "the keys here are "
                    + String.join(", ", known));
          }
        });
  }

  /**
   * Finds values that a comma between braces has cut in two, {@code {layout: object read-delta(6,
   * 10)}}, reports each once and returns the positions of the halves.
   */
  private Set<Integer> joinHalves(MappingNode mapping) {
    Set<Integer> halves = new HashSet<>();
    if (mapping.getFlowStyle() != FlowStyle.FLOW) {
      return halves;
    }
    List<NodeTuple> tuples = new ArrayList<>(mapping.getValue());
    for (int position = 0; position + 1 < tuples.size(); position++) {
      String first = scalar(tuples.get(position).getValueNode());
      String second = scalar(tuples.get(position + 1).getKeyNode());
      boolean cut =
          first.contains("(")
              && !first.contains(")")
              && second.endsWith(")")
              && scalar(tuples.get(position + 1).getValueNode()).isEmpty();
      if (cut) {
        String key = scalar(tuples.get(position).getKeyNode());
        findings.locate(pathOf(key), YamlText.line(tuples.get(position).getKeyNode()));
        findings.addUnreadable(
            pathOf(key),
            "a comma within braces ends the value at '" + first + "'",
            "put it in quotes: \"" + first + ", " + second + "\"");
        halves.add(position);
        halves.add(position + 1);
      }
    }
    return halves;
  }

  private static String scalar(Node node) {
    return node instanceof ScalarNode scalar ? scalar.getValue() : "";
  }
}
