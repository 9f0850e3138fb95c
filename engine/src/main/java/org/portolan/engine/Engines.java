package org.portolan.engine;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.portolan.engine.EngineProvider.OpenMode;
import org.portolan.types.Spelling;

/** Finds the engine of a URI among those on the class path. */
public final class Engines {
  /** The schemes of the engines that are artifacts of this project. */
  private static final Set<String> PUBLISHED = Set.of("cassandra", "hbase", "ignite", "rocksdb");

  private Engines() {}

  /**
   * Opens the store of a URI.
   *
   * @throws InvalidUriException if no engine has its scheme, or it has not the form of its engine;
   *     the message says what to write
   */
  public static Engine open(String uri, OpenMode mode) {
    EngineProvider engine = ofUri(uri);
    try {
      return engine.open(uri, mode);
    } catch (InvalidUriException e) {
      throw e;
    } catch (IllegalArgumentException e) {
      throw new InvalidUriException(e);
    }
  }

  /**
   * Returns the engine of a URI.
   *
   * @throws InvalidUriException if no engine has its scheme; the message lists the available forms
   *     of URIs, or names the artifact that is not on the class path
   */
  public static EngineProvider ofUri(String uri) {
    int colon = uri.indexOf(':');
    String scheme = colon < 0 ? "" : uri.substring(0, colon);
    return find(scheme).orElseThrow(() -> noEngine(uri, scheme));
  }

  private static InvalidUriException noEngine(String uri, String scheme) {
    if (scheme.equals("jdbc")) {
      // Such a URI may have a password, so it is not repeated.
      return new InvalidUriException(
          "a URI of jdbc: names a relational database, but a store with a design is needed here;"
              + " name one of the form "
              + forms()
              + "; in a database there is a wiki only, which the artifact"
              + " org.portolan:portolan-wiki-jdbc reads");
    }
    return new InvalidUriException(
        PUBLISHED.contains(scheme)
            ? "the engine of '"
                + uri
                + "' is not on the class path: add the artifact org.portolan:portolan-engine-"
                + scheme
            : "'" + uri + "' is not the URI of a store; the forms are " + forms());
  }

  /**
   * Returns the engine of a scheme.
   *
   * @throws IllegalArgumentException if there is none; the message lists the available schemes
   */
  public static EngineProvider provider(String scheme) {
    return find(scheme)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "there is no engine '"
                        + scheme
                        + "'; "
                        + Spelling.hint(scheme, providers().map(EngineProvider::scheme).toList())
                        + "there are "
                        + providers().map(EngineProvider::scheme).sorted().toList()));
  }

  private static Optional<EngineProvider> find(String scheme) {
    return providers().filter(provider -> provider.scheme().equals(scheme)).findFirst();
  }

  private static String forms() {
    return providers().map(EngineProvider::uriForm).sorted().collect(Collectors.joining(", "));
  }

  /** Returns all engines on the class path, by scheme. */
  public static List<EngineProvider> all() {
    return providers().sorted(Comparator.comparing(EngineProvider::scheme)).toList();
  }

  private static Stream<EngineProvider> providers() {
    return ServiceLoader.load(EngineProvider.class).stream().map(ServiceLoader.Provider::get);
  }
}
