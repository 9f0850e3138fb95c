package org.portolan.cli.wiki;

import org.portolan.data.Store;
import org.portolan.data.StoreMismatchException;
import org.portolan.data.StoreOptions;
import org.portolan.data.Stores;
import org.portolan.wiki.WikiModel;
import org.portolan.wiki.Wikis;
import org.portolan.wiki.storage.WikiStorage;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options that name a store of a wiki, which is created if there is none. */
final class ModelOption {
  @Option(
      names = "--store",
      required = true,
      paramLabel = "URI",
      description =
          "The store, for example rocksdb:DIR, or a database, for example jdbc:h2:./NAME; created"
              + " if it does not exist.")
  String uri;

  @Option(
      names = "--model",
      paramLabel = "MODEL",
      description =
          "The data model of a new store: basic, hashed, read-delta, wide-row, tree or proposed"
              + " (default: wide-row; on Ignite, which has no cells, tree). An existing store keeps"
              + " its model; naming another one is an error.",
      converter = ModelConverter.class)
  WikiModel model;

  @Spec(Spec.Target.MIXEE)
  CommandSpec command;

  /**
   * Opens the store.
   *
   * @param resume whether a store is admitted whose first import was interrupted
   * @throws ParameterException if the store has another model than the command line names
   */
  WikiStorage open(boolean resume) {
    if (model != null && Wikis.isOtherThanStore(uri)) {
      throw new ParameterException(
          command.commandLine(),
          "--model "
              + model.spelling()
              + ": a relational database has its own schema and no data model; leave out --model");
    }
    StoreOptions options =
        resume ? StoreOptions.DEFAULT.admittingUnfinishedLoads() : StoreOptions.DEFAULT;
    return model == null
        ? Wikis.openOrCreateStorage(uri, options)
        : Wikis.storage(openAs(model, options));
  }

  private Store openAs(WikiModel wanted, StoreOptions options) {
    try {
      return Stores.openOrCreate(uri, wanted.design(), options);
    } catch (StoreMismatchException e) {
      String stored = nameOfStored();
      if (stored.equals(wanted.design().name())) {
        throw e;
      }
      throw new ParameterException(
          command.commandLine(),
          "--model "
              + wanted.spelling()
              + ": the store "
              + uri
              + " has the design '"
              + stored
              + "'; leave out --model, or name another store",
          e);
    }
  }

  private String nameOfStored() {
    try (Store existing = Stores.open(uri)) {
      return existing.design().name();
    }
  }
}
