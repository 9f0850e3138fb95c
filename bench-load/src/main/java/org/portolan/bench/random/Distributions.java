package org.portolan.bench.random;

import java.nio.file.Path;
import java.util.List;

/** Parses the text that names a distribution on a command line. */
public final class Distributions {
  /** The forms that {@link #parse} reads. */
  public static final String FORMS =
      "uniform, zipfian[:EXPONENT], ycsb-zipfian, latest, hotspot[:SHARE-OF-ITEMS:SHARE-OF-DRAWS],"
          + " trace:FILE";

  private static final double EXPONENT_DEFAULT = 1;
  private static final double HOT_ITEMS_DEFAULT = 0.2;
  private static final double HOT_DRAWS_DEFAULT = 0.8;
  static final String TRACE = "trace:";

  private Distributions() {}

  /**
   * Returns the distribution that a text names.
   *
   * @throws IllegalArgumentException if the text has none of the {@link #FORMS}, or a number is
   *     wrong
   * @throws java.io.UncheckedIOException if a trace cannot be read
   */
  public static Distribution parse(String text) {
    if (isTrace(text)) {
      return Trace.read(Path.of(text.substring(TRACE.length())));
    }
    List<String> parts = List.of(text.split(":", -1));
    int numbers = parts.size() - 1;
    return switch (parts.get(0) + "/" + numbers) {
      case "uniform/0" -> new Uniform();
      case "zipfian/0" -> new Zipfian(EXPONENT_DEFAULT);
      case "zipfian/1" -> new Zipfian(number(text, parts.get(1)));
      case "ycsb-zipfian/0" -> new YcsbZipfian();
      case "latest/0" -> new Latest();
      case "hotspot/0" -> new Hotspot(HOT_ITEMS_DEFAULT, HOT_DRAWS_DEFAULT);
      case "hotspot/2" -> new Hotspot(number(text, parts.get(1)), number(text, parts.get(2)));
      default -> throw unknown(text);
    };
  }

  /** Returns whether a text names a trace. */
  public static boolean isTrace(String text) {
    return text.startsWith(TRACE);
  }

  private static double number(String text, String number) {
    try {
      return Double.parseDouble(number);
    } catch (NumberFormatException e) {
      throw unknown(text);
    }
  }

  private static IllegalArgumentException unknown(String text) {
    return new IllegalArgumentException(
        "'" + text + "' is not a distribution; the forms are " + FORMS);
  }
}
