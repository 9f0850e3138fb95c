package org.portolan.cli.relational;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.portolan.advisor.RelationalModel;
import org.portolan.advisor.propose.Proposal;
import org.portolan.cli.Directories;
import org.portolan.rehearsal.Rehearsal;

/** Tries a proposal on RocksDB, in a directory that is deleted afterwards. */
final class EmbeddedRehearsal {
  private EmbeddedRehearsal() {}

  static Rehearsal.Result run(Proposal proposal, RelationalModel model) throws IOException {
    Path directory = Files.createTempDirectory("portolan-design");
    try {
      return Rehearsal.run(
          proposal,
          model,
          "rocksdb:" + directory.resolve("store") + "?cache=32m",
          Rehearsal.Options.of(proposal));
    } finally {
      Directories.delete(directory);
    }
  }
}
