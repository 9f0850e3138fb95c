package org.portolan.engine;

import java.util.List;
import java.util.Optional;

/** Opens the stores of an engine: a service, one for each URI scheme. Thread-safe. */
public interface EngineProvider {

  /** Returns the scheme of the URIs that this engine opens, for example {@code rocksdb}. */
  String scheme();

  /** Returns the form of those URIs, for help texts, for example {@code rocksdb:DIR}. */
  String uriForm();

  /**
   * Returns the capabilities of this engine's stores without opening one: the same as {@link
   * Engine#capabilities} of each of them.
   */
  Capabilities capabilities();

  /**
   * Returns the options that the Java machine must have been started with before such a store can
   * be opened, as in an argument file of {@code java}; none for most engines.
   */
  default List<String> jvmOptions() {
    return List.of();
  }

  /** Returns how to estimate what a store takes, and how much may lie together in it. */
  default StoredSizes sizes() {
    return StoredSizes.ENCODED;
  }

  /**
   * Checks the options of this engine's scheme in a table, without opening a store. An engine has
   * none unless it says so.
   *
   * @throws IllegalArgumentException if the engine does not know an option, or its value; the
   *     message names the options there are
   */
  default void checkOptions(TableSchema table) {
    if (!table.optionsOf(scheme()).isEmpty()) {
      throw new IllegalArgumentException(
          "table '"
              + table.name()
              + "' has the options "
              + table.optionsOf(scheme()).keySet()
              + " for "
              + scheme()
              + ", which has no options of tables");
    }
  }

  /**
   * Returns the tables that a new store creates, in the language of the engine's own tools: the
   * text is made by the code that creates them. A store that is opened where the engine's tool
   * executed this text finds its tables there. Opens nothing and asks no server.
   *
   * @param uri by which the store will be opened; its name and its options are those of the text
   * @param tables all tables that the store will create
   * @return empty if the engine has no such text
   * @throws IllegalArgumentException if the URI does not have the form of this engine's, or the
   *     engine refuses a table or one of its options
   */
  default Optional<TableScript> script(String uri, List<TableSchema> tables) {
    return Optional.empty();
  }

  /**
   * Returns a URI of a store on this machine, for examples.
   *
   * @param name letters, digits and underscores, at most 32, a letter first
   */
  default String exampleUri(String name) {
    return scheme() + ":" + name;
  }

  /**
   * Opens a store.
   *
   * @throws StoreMissingException if the store does not exist and {@code mode} is {@code EXISTING}
   * @throws StoreInUseException if another process has the store open exclusively
   * @throws IllegalArgumentException if the URI does not have that form
   * @throws EngineException if the Java machine lacks some of the {@link #jvmOptions}; the message
   *     lists them
   */
  Engine open(String uri, OpenMode mode);

  /** Whether to create a store if it does not exist. */
  enum OpenMode {
    EXISTING,
    CREATE_IF_MISSING
  }
}
