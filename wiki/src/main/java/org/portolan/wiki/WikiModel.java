package org.portolan.wiki;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import org.portolan.design.Design;
import org.portolan.design.DesignReader;
import org.portolan.engine.Capabilities;

/** The built-in data models of the wiki, one design each. All give the same answers. */
public enum WikiModel {
  /** Kruber 2014, table I: each index one object. */
  BASIC,
  /** Kruber 2014, P_simple: indexes in hashed partitions. */
  HASHED,
  /** Kruber 2014, P_rd-buckets: indexes in read and delta buckets. */
  READ_DELTA,
  /** Klencke 2010: versions, comments and back-links as cells of the page's row. */
  WIDE_ROW,
  /** As {@code HASHED}, but each index is a tree of bounded nodes: Sowell et al. 2012. */
  TREE,
  /**
   * What {@code portolan design} proposes for the wiki's relational twin in H2: an entity for
   * nearly each table. Only this one needs scans in the order of keys.
   */
  PROPOSED;

  /** Returns the name used on the command line, for example {@code read-delta}. */
  public String spelling() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /**
   * Returns the model with a name.
   *
   * @throws IllegalArgumentException if there is none; the message lists the models
   */
  public static WikiModel of(String spelling) {
    return Arrays.stream(values())
        .filter(model -> model.spelling().equals(spelling))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "'"
                        + spelling
                        + "' is not a data model; the models are "
                        + Arrays.stream(values())
                            .map(WikiModel::spelling)
                            .collect(Collectors.joining(", "))));
  }

  /**
   * Returns the default model for an engine: where a row can have cells, indexes are cells, since a
   * change then costs the same however long a list has grown, and writers of a list do not meet.
   * Elsewhere indexes are trees, whose changes cost the same too.
   */
  public static WikiModel preferredOn(Capabilities capabilities) {
    return capabilities.items() ? WIDE_ROW : TREE;
  }

  /** Returns the readable text of the design. */
  public String designText() {
    return resource("designs/" + spelling() + ".yaml");
  }

  /**
   * Returns the text of the mapping by which {@code portolan migrate} fills a store of {@link
   * #PROPOSED} from the relational twin in H2.
   */
  public static String proposedMappingText() {
    return resource("designs/proposed-mapping.yaml");
  }

  private static String resource(String resource) {
    try (InputStream stream = WikiModel.class.getResourceAsStream(resource)) {
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the wiki's built-in file " + resource, e);
    }
  }

  public Design design() {
    return DesignReader.read(designText(), spelling() + ".yaml");
  }
}
