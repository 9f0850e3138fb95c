package org.portolan.bench.load;

import java.util.stream.IntStream;

/** The outcomes of almost all operations, as shared objects. */
final class CommonOutcomes {
  static final int COUNT = 64;
  static final Outcome[] OK =
      IntStream.range(0, COUNT).mapToObj(Outcome.Ok::new).toArray(Outcome[]::new);
  static final Outcome[] NOT_FOUND =
      IntStream.range(0, COUNT).mapToObj(Outcome.NotFound::new).toArray(Outcome[]::new);

  private CommonOutcomes() {}
}
