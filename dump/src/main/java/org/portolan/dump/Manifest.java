package org.portolan.dump;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The contents of a dump: equal for equal data in stores of the same design. As text it has a line
 * for each entity and for each segment.
 *
 * @param format the version of the format
 * @param portolan the release that has written it
 * @param design the name of the design in the file {@code design.yaml}
 * @param collations the version of the collations that order the rows
 */
record Manifest(
    int format,
    String portolan,
    String design,
    String collations,
    List<EntityTotal> entities,
    List<Segment> segments) {

  /** The version of the format that this release writes and reads. */
  static final int FORMAT = 1;

  static final ObjectMapper JSON = new ObjectMapper();

  /** The rows, items and segments of an entity; an entity without rows has no segment. */
  record EntityTotal(String entity, long rows, long items, int segments) {}

  Manifest {
    entities = List.copyOf(entities);
    segments = List.copyOf(segments);
  }

  static String release() {
    String version = Manifest.class.getPackage().getImplementationVersion();
    return version == null ? "(not packaged)" : version;
  }

  byte[] toBytes() {
    String text =
        "{\n  \"format\": "
            + format
            + ",\n  \"portolan\": "
            + json(portolan)
            + ",\n  \"design\": "
            + json(design)
            + ",\n  \"collations\": "
            + json(collations)
            + ",\n  \"entities\": "
            + lines(entities)
            + ",\n  \"segments\": "
            + lines(segments)
            + "\n}\n";
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static String lines(List<?> values) {
    List<String> lines = new ArrayList<>();
    values.forEach(value -> lines.add("    " + json(value)));
    return lines.isEmpty() ? "[]" : "[\n" + String.join(",\n", lines) + "\n  ]";
  }

  /** Returns a value as JSON in one line. */
  static String json(Object value) {
    try {
      return JSON.writeValueAsString(value);
    } catch (JsonProcessingException e) {
      throw new AssertionError("every value here has a JSON", e);
    }
  }

  /**
   * Reads a manifest.
   *
   * @throws DumpException if it has a newer format or is no manifest
   */
  static Manifest read(byte[] bytes, String file) {
    try {
      JsonNode tree = JSON.readTree(bytes);
      int format = tree.path("format").asInt(0);
      if (format > FORMAT) {
        throw new DumpException(
            "cannot read "
                + file
                + ": it has format "
                + format
                + ", this release reads format "
                + FORMAT
                + "; import the dump with the release "
                + tree.path("portolan").asText());
      }
      return JSON.treeToValue(tree, Manifest.class);
    } catch (IOException | IllegalArgumentException | NullPointerException e) {
      throw new DumpException(
          "cannot read " + file + ": it is no manifest of a dump; name the directory of an export",
          e);
    }
  }
}
