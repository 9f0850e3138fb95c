package org.portolan.design.yaml;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.portolan.design.check.Findings;
import org.portolan.types.Spelling;
import org.portolan.design.key.KeyLayout;
import org.portolan.design.key.Md5ModuloPrefix;
import org.portolan.design.key.Md5OfRowModuloPrefix;
import org.portolan.design.key.ModuloPrefix;
import org.portolan.design.key.PlainKey;
import org.portolan.design.key.RandomPrefix;
import org.portolan.types.KeyColumn;

/** Reads a key layout: {@code plain}, or the layout's name with its settings. */
final class KeyLayoutReader {
  private static final List<String> PREFIXED =
      List.of("random", "modulo", "md5-modulo", "md5-of-row-modulo");
  private static final String RIGHT =
      "use plain, {random: {range: 1000}}, {modulo: {range: 1000}}, {md5-modulo: {range: 1000}} or"
          + " {md5-of-row-modulo: {range: 1000}}";

  private KeyLayoutReader() {}

  /** Returns the layout, or the plain one as a stand-in. */
  static KeyLayout read(Value value, List<KeyColumn> key) {
    if (!value.isSection()) {
      value
          .text(RIGHT)
          .filter(text -> !text.equals("plain"))
          .ifPresent(text -> value.findings().addUnreadable(value.path(), wrong(text), RIGHT));
      return new PlainKey();
    }
    Map<String, Value> layouts = value.section(RIGHT).orElseThrow().all();
    if (layouts.size() != 1) {
      value
          .findings()
          .addUnreadable(value.path(), "there must be one layout, not " + layouts.size(), RIGHT);
      return new PlainKey();
    }
    var layout = layouts.entrySet().iterator().next();
    return read(layout.getKey(), layout.getValue(), key).orElse(new PlainKey());
  }

  private static Optional<KeyLayout> read(String name, Value value, List<KeyColumn> key) {
    Findings findings = value.findings();
    if (!PREFIXED.contains(name)) {
      findings.addUnreadable(
          value.path(),
          "'" + name + "' is not a key layout",
          Spelling.hint(name, PREFIXED) + RIGHT);
      return Optional.empty();
    }
    Optional<Section> found = value.section("write {range: 1000}");
    if (found.isEmpty()) {
      return Optional.empty();
    }
    Section section = found.get();
    Optional<Integer> range =
        section
            .require("range", "say how many prefixes there are: 'range: 1000'")
            .flatMap(v -> v.integer("write a number from 2 to " + KeyLayout.PREFIX_RANGE_MAX))
            .filter(number -> isRange(number, section, findings));
    int over =
        name.equals("md5-modulo")
            ? section.get("over").map(v -> leading(v, key)).orElse(key.size())
            : 0;
    section.finish();
    if (range.isEmpty() || (over == 0 && name.equals("md5-modulo"))) {
      return Optional.empty();
    }
    return Optional.of(
        switch (name) {
          case "random" -> new RandomPrefix(range.get());
          case "modulo" -> new ModuloPrefix(range.get());
          case "md5-modulo" -> new Md5ModuloPrefix(range.get(), over);
          default -> new Md5OfRowModuloPrefix(range.get());
        });
  }

  private static boolean isRange(int number, Section section, Findings findings) {
    if (number >= 2 && number <= KeyLayout.PREFIX_RANGE_MAX) {
      return true;
    }
    findings.addUnreadable(
        section.pathOf("range"),
        "a prefix range of " + number + " is not possible",
        "write a number from 2 to " + KeyLayout.PREFIX_RANGE_MAX);
    return false;
  }

  /** Returns how many leading columns of the key the value names; 0 if it names others. */
  static int leading(Value value, List<KeyColumn> key) {
    List<String> names = key.stream().map(KeyColumn::name).toList();
    String right =
        names.isEmpty()
            ? "name the leading columns of the key"
            : "name the leading columns of the key, in its order: " + names.subList(0, 1);
    Optional<List<String>> named = value.texts(right);
    if (named.isEmpty()) {
      return 0;
    }
    int count = named.get().size();
    if (count == 0 || count > names.size() || !names.subList(0, count).equals(named.get())) {
      value
          .findings()
          .addUnreadable(
              value.path(), named.get() + " is not a leading part of the key " + names, right);
      return 0;
    }
    return count;
  }

  private static String wrong(String text) {
    return PREFIXED.contains(text)
        ? "the layout '" + text + "' needs its prefix range"
        : "'" + text + "' is not a key layout";
  }
}
