package org.portolan.design.yaml;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.portolan.design.Design;
import org.portolan.design.EntityDesign;
import org.portolan.design.check.Findings;

/** The top level of a {@code design.yaml}. */
public final class DesignFile {
  private DesignFile() {}

  /**
   * Reads the readable parts of a design and reports the others.
   *
   * @return the design, with stand-ins for unreadable parts; empty if there is nothing to check
   */
  public static Optional<Design> read(String text, Findings findings) {
    return YamlText.compose(text, "format: 1", findings)
        .flatMap(
            root -> {
              findings.locate("", YamlText.line(root));
              return new Value(findings, "", root).section("begin the file with 'format: 1'");
            })
        .flatMap(section -> read(section, findings));
  }

  private static Optional<Design> read(Section section, Findings findings) {
    int current = Design.FORMAT_VERSION;
    Optional<Value> formatValue = section.require("format", "begin the file with 'format: 1'");
    Optional<Integer> format =
        formatValue.flatMap(value -> value.integer("write 'format: " + current + "'"));
    if (format.isPresent() && format.get() > current) {
      findings.add(
          "format",
          "format "
              + format.get()
              + " is newer than format "
              + current
              + ", the newest that this release reads",
          "use the release of Portolan that wrote the file, or a later one");
      return Optional.empty();
    }
    if (format.isPresent() && format.get() < 1) {
      findings.add(
          "format", "there is no format " + format.get(), "write 'format: " + current + "'");
    }
    String name =
        section
            .require("design", "give the design a name: 'design: my-design'")
            .flatMap(value -> value.text("give the design a name"))
            .orElse("");
    List<EntityDesign> entities = new ArrayList<>();
    section
        .require("entities", "list the entities by their names under 'entities:'")
        .flatMap(value -> value.section("list the entities by their names"))
        .ifPresent(
            all ->
                all.all()
                    .forEach((entity, value) -> entities.add(EntityReader.read(entity, value))));
    section.finish();
    return Optional.of(new Design(name, entities));
  }
}
