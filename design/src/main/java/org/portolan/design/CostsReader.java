package org.portolan.design;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.portolan.design.check.Findings;
import org.portolan.design.cost.MeasuredCosts;
import org.portolan.design.yaml.CostsFile;

/** Reads measured costs from YAML files. Thread-safe. */
public final class CostsReader {
  private CostsReader() {}

  /**
   * Reads costs.
   *
   * @param sourceName the source of the text, for messages and for {@link MeasuredCosts#source}
   * @throws InvalidDesignException if the text is not YAML, or not of this form; it lists all
   *     problems at once, each with its line and key
   */
  public static MeasuredCosts read(String text, String sourceName) {
    Findings findings = new Findings();
    MeasuredCosts costs = CostsFile.read(text, sourceName, findings);
    if (!findings.isEmpty()) {
      throw new InvalidDesignException(sourceName, findings.problems());
    }
    return costs;
  }

  /**
   * Reads costs from a file, as {@link #read(String, String)}. Their source is its name without
   * directories.
   *
   * @throws UncheckedIOException if the file cannot be read; the message names it
   */
  public static MeasuredCosts read(Path file) {
    String text;
    try {
      text = Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read costs " + file, e);
    }
    return named(read(text, file.toString()), file.getFileName().toString());
  }

  /**
   * Returns the costs that are part of this release: of servers and one client on a machine with
   * two cores, measured by {@code bench calibrate}. They rank alternatives.
   *
   * @throws IllegalArgumentException if there are none for the engine
   */
  public static MeasuredCosts shipped(String engine) {
    try (InputStream in = MeasuredCosts.class.getResourceAsStream(engine + ".yaml")) {
      if (in == null) {
        throw new IllegalArgumentException("no costs are known of the engine '" + engine + "'");
      }
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      return named(read(text, "the costs of " + engine), "");
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the costs of " + engine, e);
    }
  }

  private static MeasuredCosts named(MeasuredCosts costs, String source) {
    return new MeasuredCosts(
        costs.engine(), source, costs.measured(), costs.costs(), costs.errorPercent());
  }
}
