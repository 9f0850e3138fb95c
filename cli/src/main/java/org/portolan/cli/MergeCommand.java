package org.portolan.cli;

import java.util.concurrent.Callable;
import org.portolan.data.Store;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code portolan merge}. */
@Command(
    name = "merge",
    description = {
      "Merges all delta buckets of a store back into their read buckets; readers and writers can"
          + " continue. A background task merges long delta buckets anyway.",
      ""
    },
    mixinStandardHelpOptions = true)
final class MergeCommand implements Callable<Integer> {
  @Mixin StoreOption store;

  @Spec CommandSpec spec;

  @Override
  public Integer call() {
    try (Store open = store.open()) {
      spec.commandLine().getOut().println("merged=" + open.mergeDeltas());
      return 0;
    }
  }
}
