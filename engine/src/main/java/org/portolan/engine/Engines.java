package org.portolan.engine;

import java.util.ServiceLoader;
import java.util.stream.Collectors;
import org.portolan.engine.EngineProvider.OpenMode;

/** Finds the engine of a URI among those on the class path. */
public final class Engines {
  private Engines() {}

  /**
   * Opens the store of a URI.
   *
   * @throws IllegalArgumentException if no engine has its scheme; the message lists those there are
   */
  public static Engine open(String uri, OpenMode mode) {
    int colon = uri.indexOf(':');
    String scheme = colon < 0 ? "" : uri.substring(0, colon);
    ServiceLoader<EngineProvider> providers = ServiceLoader.load(EngineProvider.class);
    for (EngineProvider provider : providers) {
      if (provider.scheme().equals(scheme)) {
        return provider.open(uri, mode);
      }
    }
    throw new IllegalArgumentException(
        "'"
            + uri
            + "' is not the URI of a store; the forms are "
            + providers.stream()
                .map(provider -> provider.get().uriForm())
                .sorted()
                .collect(Collectors.joining(", ")));
  }
}
