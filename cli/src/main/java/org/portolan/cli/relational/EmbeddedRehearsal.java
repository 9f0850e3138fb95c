package org.portolan.cli.relational;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.portolan.advisor.RelationalModel;
import org.portolan.advisor.propose.Proposal;
import org.portolan.cli.Directories;
import org.portolan.engine.StoreException;
import org.portolan.rehearsal.Rehearsal;

/** Tries a proposal on RocksDB, in a directory that is deleted afterwards. */
final class EmbeddedRehearsal {
  private static final String ENGINE = "rocksdb";

  private EmbeddedRehearsal() {}

  /** Returns what a rehearsal showed. A trial that fails costs no proposal. */
  static Rehearsal.Result run(Proposal proposal, RelationalModel model) throws IOException {
    Path directory = Files.createTempDirectory("portolan-design");
    try {
      return Rehearsal.run(
          proposal,
          model,
          ENGINE + ":" + directory.resolve("store") + "?cache=32m",
          Rehearsal.Options.of(proposal));
    } catch (StoreException e) {
      return Rehearsal.notExecuted(proposal, ENGINE, "the trial failed: " + e.getMessage());
    } finally {
      Directories.delete(directory);
    }
  }
}
