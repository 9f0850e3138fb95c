package org.portolan.design.yaml;

import java.util.Optional;
import java.util.OptionalDouble;
import org.portolan.design.check.Findings;
import org.portolan.design.cost.EngineCosts;
import org.portolan.design.cost.MeasuredCosts;

/** A file of measured costs. */
public final class CostsFile {
  private static final int FORMAT_VERSION = 4;

  /**
   * It had one cost for bytes that are read and written, as format 2 has one for all changes. Until
   * format 3, several rows cost nothing but themselves.
   */
  private static final int FORMAT_VERSION_FIRST = 1;

  /** More than an hour for one unit of work is no measurement. */
  private static final double MILLIS_MAX = 3_600_000;

  private static final double PERCENT_MAX = 1_000_000;
  private static final String FORM =
      "write 'format: 4', as 'portolan bench calibrate' writes the file";

  private CostsFile() {}

  /** Reads the costs and reports what is wrong; the rest then has stand-ins. */
  public static MeasuredCosts read(String text, String sourceName, Findings findings) {
    MeasuredCosts nothing =
        new MeasuredCosts("", sourceName, "", EngineCosts.NONE, OptionalDouble.empty());
    return YamlText.compose(text, "format: 4", findings)
        .flatMap(
            root -> {
              findings.locate("", YamlText.line(root));
              return new Value(findings, "", root).section(FORM);
            })
        .map(section -> read(section, sourceName, findings))
        .orElse(nothing);
  }

  private static MeasuredCosts read(Section section, String sourceName, Findings findings) {
    section
        .require("format", FORM)
        .flatMap(value -> value.integer(FORM))
        .filter(format -> format < FORMAT_VERSION_FIRST || format > FORMAT_VERSION)
        .ifPresent(
            format ->
                findings.add(
                    section.pathOf("format"),
                    "this release reads formats 1 to 4, not " + format,
                    "calibrate again, or use the release that wrote the file"));
    String engine = text(section, "engine", "name the engine, for example 'engine: cassandra'");
    String measured =
        text(section, "measured", "say when and where: 'measured: \"2026-01-31, two cores\"'");
    EngineCosts costs =
        section
            .require("milliseconds", "give the costs: 'milliseconds: {trip: 0.5, ...}'")
            .flatMap(value -> value.section("give each cost by its name: '{trip: 0.5, ...}'"))
            .map(of -> costs(of, findings))
            .orElse(EngineCosts.NONE);
    OptionalDouble error =
        section
            .get("error-percent")
            .map(value -> OptionalDouble.of(number(value, PERCENT_MAX, findings)))
            .orElse(OptionalDouble.empty());
    section.finish();
    return new MeasuredCosts(engine, sourceName, measured, costs, error);
  }

  private static String text(Section section, String key, String right) {
    return section.require(key, right).flatMap(value -> value.text(right)).orElse("");
  }

  private static EngineCosts costs(Section section, Findings findings) {
    double trip = cost(section, "trip", findings);
    double row = cost(section, "row", findings);
    double severalRows = cost(section, "several-rows", 0, findings);
    double entry = cost(section, "entry", findings);
    double kibibyte = cost(section, "kibibyte", findings);
    double commit = cost(section, "commit", findings);
    double jointWrite = cost(section, "joint-write", 0, findings);
    double change = cost(section, "change", findings);
    double furtherRow = cost(section, "further-row", change, findings);
    double derived = cost(section, "derived", 0, findings);
    double written = cost(section, "written-kibibyte", kibibyte, findings);
    section.finish();
    return new EngineCosts(
        trip,
        row,
        severalRows,
        entry,
        kibibyte,
        commit,
        jointWrite,
        furtherRow,
        derived,
        change,
        written);
  }

  /** Reads a cost that older formats do not have. */
  private static double cost(Section section, String key, double otherwise, Findings findings) {
    return section.get(key).map(value -> number(value, MILLIS_MAX, findings)).orElse(otherwise);
  }

  private static double cost(Section section, String key, Findings findings) {
    return section
        .require(key, "give its milliseconds: '" + key + ": 0.5'")
        .map(value -> number(value, MILLIS_MAX, findings))
        .orElse(0.0);
  }

  private static double number(Value value, double most, Findings findings) {
    String right = "write a number from 0 to " + (long) most;
    Optional<String> text = value.text(right);
    if (text.isEmpty()) {
      return 0;
    }
    try {
      double number = Double.parseDouble(text.get());
      if (number >= 0 && number <= most) {
        return number;
      }
    } catch (NumberFormatException notOne) {
      // Reported below.
    }
    findings.addUnreadable(value.path(), "'" + text.get() + "' is no such number", right);
    return 0;
  }
}
