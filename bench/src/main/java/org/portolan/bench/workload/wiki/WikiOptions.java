package org.portolan.bench.workload.wiki;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.portolan.bench.api.BenchOptions;
import org.portolan.bench.api.Parameter;
import org.portolan.bench.system.WorkDirectory;
import org.portolan.bench.wiki.Models;
import org.portolan.data.RetryPolicy;
import org.portolan.wiki.WikiModel;

/** The command line's parameters for the wiki: a store, or one or more servers. */
public final class WikiOptions {
  private static final String PREFERRED = "preferred";

  private WikiOptions() {}

  /** Returns the parameters that {@link #open} reads. */
  public static List<Parameter> parameters() {
    return List.of(
        Parameter.store(
            "The URI of the wiki's store; the run fills it if it is empty (default: a temporary"
                + " store on RocksDB)."),
        Parameter.addresses(
            "url",
            "Instead of a store, the address of a server as 'portolan wiki serve' prints it;"
                + " several addresses, separated by commas, take turns."),
        Parameter.choice(
            "model",
            Stream.concat(Stream.of(PREFERRED), Models.names().stream()).toList(),
            PREFERRED,
            "The data model of a new store."),
        Parameter.whole(
            "attempts",
            1,
            1_000,
            RetryPolicy.DEFAULT.attemptsMax(),
            "The number of attempts of a write that conflicts with others; 1 as in Kruber 2014."),
        Parameter.directory());
  }

  /** Returns the parameter for the number of pages with which an empty store is filled. */
  public static Parameter pages() {
    return Parameter.whole(
        "pages", 1, 10_000_000, 1_000, "The number of pages of 8 KB that fill an empty store.");
  }

  /** Returns the parameter for the patience of authors. */
  static Parameter reopen() {
    return Parameter.whole(
        "reopen",
        0,
        1_000,
        5,
        "How often an author whose page was saved by another meanwhile opens it again and edits"
            + " again.");
  }

  /**
   * Opens the wiki.
   *
   * @throws IllegalArgumentException if both a store and servers are given
   */
  public static WikiAccess open(BenchOptions options) {
    String urls = options.text("url");
    String uri = options.text("store");
    if (!urls.isEmpty() && !uri.isEmpty()) {
      throw new IllegalArgumentException("give --store or --url, not both");
    }
    if (!urls.isEmpty()) {
      return new HttpAccess(List.of(urls.split(",", -1)));
    }
    if (!uri.isEmpty()) {
      return open(options, uri);
    }
    WorkDirectory directory = WorkDirectory.make(options.path("dir"));
    try {
      return open(options, directory.store("wiki"), directory::close);
    } catch (RuntimeException e) {
      directory.close();
      throw e;
    }
  }

  /** Opens the wiki of a store, whatever the options say about stores and servers. */
  public static WikiAccess open(BenchOptions options, String uri) {
    return open(options, uri, () -> {});
  }

  private static WikiAccess open(BenchOptions options, String uri, Runnable onClose) {
    String word = options.text("model");
    Optional<WikiModel> model =
        word.equals(PREFERRED) ? Optional.empty() : Optional.of(WikiModel.of(word));
    return StoreAccess.open(uri, model, options.integer("attempts"), onClose);
  }
}
