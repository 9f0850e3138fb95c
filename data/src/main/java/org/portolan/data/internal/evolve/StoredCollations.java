package org.portolan.data.internal.evolve;

import java.util.Optional;
import org.portolan.data.StoreMismatchException;
import org.portolan.data.internal.schema.IndexSchema;
import org.portolan.data.internal.schema.StoreMeta;
import org.portolan.data.internal.schema.StoreSchema;
import org.portolan.engine.Engine;
import org.portolan.types.Collations;

/** The text by which a store records on what its sort keys depend. */
public final class StoredCollations {
  private static final String NAME = "collations";

  /** Ends the record if indexes have sort keys of columns, as they had not before. */
  private static final String IN_INDEXES = " in indexes";

  private StoredCollations() {}

  private static String of(StoreSchema schema) {
    return Collations.version() + (hasCollatedIndexes(schema) ? IN_INDEXES : "");
  }

  private static boolean hasCollatedIndexes(StoreSchema schema) {
    return schema.indexes().stream().anyMatch(IndexSchema::isCollated);
  }

  private static boolean hasCollatedKeys(StoreSchema schema) {
    return schema.entities().stream()
        .anyMatch(entity -> !entity.keyMapping().originalColumns().isEmpty());
  }

  /** Records them for a new store. */
  public static void writeFirst(StoreMeta meta, StoreSchema schema) {
    meta.writeFirst(NAME, of(schema));
  }

  /**
   * Records them for a design that is coming into force. The record of collated indexes stays when
   * the last one is dropped, so that no earlier text comes again.
   */
  public static void write(StoreMeta meta, StoreSchema schema) {
    boolean had = meta.read(NAME).filter(text -> text.endsWith(IN_INDEXES)).isPresent();
    if (hasCollatedIndexes(schema) || hasCollatedKeys(schema)) {
      meta.write(NAME, had ? Collations.version() + IN_INDEXES : of(schema));
    }
  }

  /**
   * Refuses a store whose sort keys this release would compute otherwise.
   *
   * @throws StoreMismatchException if it is one
   */
  public static void require(Engine engine, StoreSchema schema) {
    Optional<String> collations = new StoreMeta(engine).read(NAME);
    boolean inIndexes = hasCollatedIndexes(schema);
    if (inIndexes && collations.equals(Optional.of(Collations.version()))) {
      throw new StoreMismatchException(
          "the store "
              + engine.uri()
              + " is of an earlier release, whose indexes compare columns by code point that this"
              + " release compares by a collation; export it with the release that wrote it and"
              + " import it here");
    }
    String version = collations.orElse("?").replace(IN_INDEXES, "");
    if ((inIndexes || hasCollatedKeys(schema)) && !version.equals(Collations.version())) {
      throw new StoreMismatchException(
          "the store "
              + engine.uri()
              + " has keys or columns collated by "
              + version
              + ", this release collates by "
              + Collations.version()
              + "; export it with the release that wrote it and import it here");
    }
  }
}
