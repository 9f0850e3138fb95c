package org.portolan.testkit;

import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.extension.ExtensionContext;

/** A place on which a test class runs. Thread-safe. */
sealed interface Platform {
  /** Returns the name of the place, for reports. */
  String name();

  /** Skips the class if it cannot run here, or starts the servers. */
  default void prepare(ExtensionContext context) {}

  /** Returns the empty cluster of a test. */
  TestCluster cluster(ExtensionContext context);

  /** Memory. */
  record InMemory(Kind kind) implements Platform {
    @Override
    public String name() {
      return kind.scheme() + " in memory";
    }

    @Override
    public TestCluster cluster(ExtensionContext context) {
      return TestCluster.inMemory(kind);
    }
  }

  /** Servers that the tests start. */
  record OnServers(Kind kind) implements Platform {
    @Override
    public String name() {
      return kind.scheme() + " on local servers";
    }

    @Override
    public void prepare(ExtensionContext context) {
      LocalServers.of(kind, context);
    }

    @Override
    public TestCluster cluster(ExtensionContext context) {
      return TestCluster.at(renamed(LocalServers.of(kind, context).uri()));
    }
  }

  /** Servers of the user. */
  record AtUri(String uri) implements Platform {
    @Override
    public String name() {
      return uri;
    }

    @Override
    public TestCluster cluster(ExtensionContext context) {
      return TestCluster.at(renamed(uri));
    }
  }

  /** Servers that were not requested. */
  record NotRequested(Kind kind) implements Platform {
    @Override
    public String name() {
      return kind.scheme() + " on local servers";
    }

    @Override
    public void prepare(ExtensionContext context) {
      Assumptions.abort(
          "not requested: run with -D" + PortolanExtension.ENGINES + "=" + kind.scheme());
    }

    @Override
    public TestCluster cluster(ExtensionContext context) {
      throw new IllegalStateException("a test runs on servers that were not requested: " + kind);
    }
  }

  /** Returns a URI with another store on the same servers, whose name no other test has. */
  static String renamed(String uri) {
    int query = uri.indexOf('?');
    int end = query < 0 ? uri.length() : query;
    String suffix =
        "_t" + Long.toString(new Random().nextLong(1L << 40), 36).toLowerCase(Locale.ROOT);
    return uri.substring(0, end) + suffix + uri.substring(end);
  }
}
