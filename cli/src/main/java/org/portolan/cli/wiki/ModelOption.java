package org.portolan.cli.wiki;

import org.portolan.data.Store;
import org.portolan.data.Stores;
import org.portolan.engine.Engines;
import org.portolan.wiki.WikiModel;
import picocli.CommandLine.Option;

/** The options that name a store of a wiki, which is created if there is none. */
final class ModelOption {
  @Option(
      names = "--store",
      required = true,
      paramLabel = "URI",
      description = "The store, for example rocksdb:DIR; created if it does not exist.")
  String uri;

  @Option(
      names = "--model",
      paramLabel = "MODEL",
      description =
          "The data model of a new store: basic, hashed, read-delta, wide-row or tree (default: hashed"
              + " where the engine has transactions over all rows, otherwise wide-row). An existing"
              + " store keeps its model; naming another one is an error.",
      converter = ModelConverter.class)
  WikiModel model;

  Store open() {
    if (model != null) {
      return Stores.openOrCreate(uri, model.design());
    }
    try {
      return Stores.open(uri);
    } catch (org.portolan.engine.StoreMissingException e) {
      return Stores.openOrCreate(
          uri, WikiModel.preferredOn(Engines.ofUri(uri).capabilities()).design());
    }
  }
}
