package org.portolan.design.cost;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * Writes measured costs in the form that {@link org.portolan.design.CostsReader} reads. The same
 * costs give the same text.
 */
public final class CostsWriter {
  private static final Map<String, ToDoubleFunction<EngineCosts>> NAMES = new LinkedHashMap<>();

  static {
    NAMES.put("trip", EngineCosts::trip);
    NAMES.put("row", EngineCosts::row);
    NAMES.put("several-rows", EngineCosts::severalRows);
    NAMES.put("entry", EngineCosts::entry);
    NAMES.put("kibibyte", EngineCosts::kibibyte);
    NAMES.put("commit", EngineCosts::commit);
    NAMES.put("joint-write", EngineCosts::jointWrite);
    NAMES.put("further-row", EngineCosts::furtherRow);
    NAMES.put("derived", EngineCosts::derived);
    NAMES.put("change", EngineCosts::change);
    NAMES.put("written-kibibyte", EngineCosts::written);
  }

  private static final Map<String, String> MEANINGS =
      Map.ofEntries(
          Map.entry("trip", "a round trip with nothing in it"),
          Map.entry("row", "each row that is looked up by its key"),
          Map.entry("several-rows", "once for a round trip that looks up several rows"),
          Map.entry("entry", "each entry that is read in order"),
          Map.entry("kibibyte", "each 1,024 bytes read"),
          Map.entry("commit", "a write of one row, with its round trip"),
          Map.entry("joint-write", "once for a write that changes several rows"),
          Map.entry("further-row", "each further row that a write changes"),
          Map.entry("derived", "once for a write that changes entries of indexes or counters"),
          Map.entry("change", "each of these derived changes"),
          Map.entry("written-kibibyte", "each 1,024 bytes written"));

  private CostsWriter() {}

  /**
   * Returns the costs as text.
   *
   * @param parts the costs that parts of the measurement give, for the spread in the comments; may
   *     be empty
   */
  public static String write(MeasuredCosts measured, List<EngineCosts> parts) {
    StringBuilder text = new StringBuilder();
    text.append(
        """
        # What the work of an engine costs one client that waits for each answer, measured by
        # 'portolan bench calibrate' and read by 'portolan design --costs' and 'portolan explain --costs'.
        format: 4
        """);
    text.append("engine: ").append(measured.engine()).append('\n');
    text.append("measured: \"")
        .append(measured.measured().replace("\\", "\\\\").replace("\"", "\\\""))
        .append("\"\n");
    text.append("milliseconds:\n");
    NAMES.forEach(
        (name, cost) -> {
          text.append(line(name, cost.applyAsDouble(measured.costs())));
          text.append("  # ").append(MEANINGS.get(name));
          if (!parts.isEmpty()) {
            double least = parts.stream().mapToDouble(cost).min().orElseThrow();
            double most = parts.stream().mapToDouble(cost).max().orElseThrow();
            text.append("; ").append(number(least)).append(" to ").append(number(most));
          }
          text.append('\n');
        });
    measured
        .errorPercent()
        .ifPresent(
            error ->
                text.append(String.format(Locale.ROOT, "error-percent: %.0f", error))
                    .append("  # of paths that the costs were not derived from, on average\n"));
    return text.toString();
  }

  private static String line(String name, double millis) {
    return String.format(Locale.ROOT, "  %-19s", name + ": " + number(millis));
  }

  /** Returns three significant digits, without an exponent. */
  private static String number(double millis) {
    if (millis == 0) {
      return "0";
    }
    int digits = 2 - (int) Math.floor(Math.log10(millis));
    return String.format(Locale.ROOT, "%." + Math.max(0, Math.min(6, digits)) + "f", millis);
  }
}
