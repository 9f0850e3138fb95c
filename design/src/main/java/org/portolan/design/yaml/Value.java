package org.portolan.design.yaml;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.portolan.design.check.Findings;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/**
 * One value of the file, with the path that leads to it. Every reading method takes a description
 * of the right form, for the message if the value has another form.
 */
record Value(Findings findings, String path, Node node) {

  Optional<String> text(String right) {
    if (node instanceof ScalarNode scalar) {
      String text = scalar.getValue().strip();
      if (text.isEmpty()) {
        findings.addUnreadable(path, "there is no value", right);
        return Optional.empty();
      }
      return Optional.of(text);
    }
    findings.addUnreadable(path, "there must be a word here, not " + form(), right);
    return Optional.empty();
  }

  Optional<Section> section(String right) {
    if (node instanceof MappingNode mapping) {
      return Optional.of(new Section(findings, path, mapping));
    }
    findings.addUnreadable(path, "there must be keys with values here, not " + form(), right);
    return Optional.empty();
  }

  Optional<List<Value>> list(String right) {
    if (node instanceof SequenceNode sequence) {
      List<Value> values = new ArrayList<>();
      for (Node element : sequence.getValue()) {
        String elementPath = path + "[" + values.size() + "]";
        findings.locate(elementPath, YamlText.line(element));
        values.add(new Value(findings, elementPath, element));
      }
      return Optional.of(values);
    }
    findings.addUnreadable(path, "there must be a list here, not " + form(), right);
    return Optional.empty();
  }

  /** Reads a list of words. */
  Optional<List<String>> texts(String right) {
    return list(right)
        .map(values -> values.stream().flatMap(value -> value.text(right).stream()).toList());
  }

  Optional<Integer> integer(String right) {
    return text(right)
        .flatMap(
            text -> {
              try {
                return Optional.of(Integer.parseInt(text));
              } catch (NumberFormatException e) {
                findings.addUnreadable(path, "'" + text + "' is not a whole number", right);
                return Optional.empty();
              }
            });
  }

  Optional<Boolean> bool(String right) {
    return text(right)
        .flatMap(
            text ->
                switch (text) {
                  case "true" -> Optional.of(true);
                  case "false" -> Optional.of(false);
                  default -> {
                    findings.addUnreadable(path, "'" + text + "' is not true or false", right);
                    yield Optional.empty();
                  }
                });
  }

  boolean isSection() {
    return node instanceof MappingNode;
  }

  private String form() {
    if (node instanceof ScalarNode scalar) {
      return scalar.getValue().isBlank() ? "nothing" : "'" + scalar.getValue() + "'";
    }
    return node instanceof SequenceNode ? "a list" : "keys with values";
  }
}
