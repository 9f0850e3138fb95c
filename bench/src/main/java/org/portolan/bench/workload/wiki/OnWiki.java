package org.portolan.bench.workload.wiki;

import java.util.Optional;
import org.portolan.bench.load.Verification;
import org.portolan.bench.load.Workload;
import org.portolan.data.ConflictStatistics;
import org.portolan.engine.ServerMetrics;

/** A workload on a wiki, whose edits are looked up at the end. */
public interface OnWiki extends Workload {

  /** Returns the users of the wiki. */
  WikiUsers users();

  @Override
  default boolean inProcess() {
    return users().wiki().inProcess();
  }

  @Override
  default Optional<ServerMetrics> serverMetrics() {
    return users().wiki().serverMetrics();
  }

  @Override
  default Optional<ConflictStatistics> conflicts() {
    return users().wiki().conflicts();
  }

  @Override
  default Optional<Verification> verifyAtEnd() {
    return users().verify();
  }
}
