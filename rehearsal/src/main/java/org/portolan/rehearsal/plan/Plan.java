package org.portolan.rehearsal.plan;

import java.util.List;
import java.util.Optional;
import org.portolan.advisor.access.AccessPath;
import org.portolan.advisor.access.TableUse;
import org.portolan.advisor.serve.Served;
import org.portolan.rehearsal.layout.Layout;

/**
 * The calls that serve a statement.
 *
 * @param calls in order; empty if they cannot be made
 * @param failure why they cannot; empty if they can
 */
public record Plan(Layout layout, Served served, List<Call> calls, Optional<String> failure) {
  public Plan {
    calls = List.copyOf(calls);
  }

  public AccessPath path() {
    return served.statement().path().orElseThrow();
  }

  public TableUse use(Call call) {
    return path().tables().get(call.use());
  }

  /** Returns whether rows that are there are changed or deleted. */
  boolean changes() {
    return path().tables().stream()
        .anyMatch(
            use -> use.role() == TableUse.Role.UPDATED || use.role() == TableUse.Role.DELETED);
  }

  public boolean writes() {
    return calls.stream().anyMatch(call -> call.kind().isWrite());
  }
}
