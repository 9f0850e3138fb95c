package org.portolan.bench.study;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The studies that come with Portolan. */
public final class Studies {
  private static final List<String> NAMES =
      List.of(
          "klencke-scale",
          "klencke-trace",
          "kruber-models",
          "kruber-trace",
          "zdravevski-rowkeys",
          "wang-micro",
          "wang-stress",
          "wang-consistency",
          "neves-scan",
          "portolan-migration",
          "portolan-advice",
          "portolan-auto",
          "portolan-costs");

  private Studies() {}

  /** Returns their names, in the order in which they are listed. */
  public static List<String> names() {
    return NAMES;
  }

  /**
   * Returns the text of a study's file.
   *
   * @throws IllegalArgumentException if there is none of this name; the message lists all names
   */
  public static String text(String name) {
    if (!NAMES.contains(name)) {
      throw new IllegalArgumentException("there is no study '" + name + "'; there are " + NAMES);
    }
    try (InputStream file = Studies.class.getResourceAsStream(name + ".yaml")) {
      return new String(file.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the study '" + name + "'", e);
    }
  }

  /** Returns a study by its name, as {@link #text}. */
  public static Study of(String name) {
    return StudyReader.read(text(name), name);
  }
}
