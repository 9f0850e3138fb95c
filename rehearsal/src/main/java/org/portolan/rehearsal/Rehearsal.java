package org.portolan.rehearsal;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.portolan.advisor.RelationalModel;
import org.portolan.advisor.propose.Proposal;
import org.portolan.advisor.serve.Served;
import org.portolan.data.Store;
import org.portolan.data.StoreCheck;
import org.portolan.data.Stores;
import org.portolan.engine.StoreException;
import org.portolan.rehearsal.layout.Layout;
import org.portolan.rehearsal.plan.Planner;
import org.portolan.rehearsal.run.Execution;
import org.portolan.rehearsal.run.Outcome;
import org.portolan.rehearsal.sample.RowGenerator;
import org.portolan.rehearsal.sample.SampleRows;

/**
 * Tries proposals on a store. The same proposal, model and options give the same result. Needs
 * memory for the rows of all tables.
 */
public final class Rehearsal {
  private Rehearsal() {}

  /**
   * The options of a rehearsal.
   *
   * @param seed of rows and values
   * @param rowsMax the most rows of a table
   */
  public record Options(long seed, int rowsMax) {
    private static final int ROWS_MIN = 100;
    private static final int ROWS_MAX = 500;
    private static final int ROWS_OF_ALL = 6_000;

    /** Returns options for a proposal: fewer rows of each table if there are many tables. */
    public static Options of(Proposal proposal) {
      int tables = Math.max(1, proposal.draft().tables().size());
      return new Options(1, Math.max(ROWS_MIN, Math.min(ROWS_MAX, ROWS_OF_ALL / tables)));
    }
  }

  /**
   * What a rehearsal showed.
   *
   * @param engine the scheme of the store's URI
   * @param rows the rows of all tables with which the store was filled
   * @param outcomes of the statements that are served, in their order
   * @param findings what a check of the store found at the end; none if all is right
   */
  public record Result(
      String engine, long rows, Map<Served, Outcome> outcomes, List<String> findings) {
    public Result {
      outcomes = Collections.unmodifiableMap(new LinkedHashMap<>(outcomes));
      findings = List.copyOf(findings);
    }

    /**
     * Returns whether every read found what it had to, and the check of the store found nothing.
     */
    public boolean isRight() {
      return findings.isEmpty()
          && outcomes.values().stream().allMatch(outcome -> outcome.faults().isEmpty());
    }
  }

  /**
   * Tries a proposal.
   *
   * @param uri a store that does not exist; it is created, filled and closed, not deleted
   * @throws StoreException if the store cannot be created
   */
  public static Result run(Proposal proposal, RelationalModel model, String uri, Options options) {
    Layout layout = new Layout(proposal);
    SampleRows sample = RowGenerator.rows(layout, model, options.seed(), options.rowsMax());
    Map<Served, Outcome> outcomes = new LinkedHashMap<>();
    List<String> findings = new ArrayList<>();
    try (Store store = Stores.openOrCreate(uri, proposal.design())) {
      Execution execution;
      try {
        execution = new Execution(layout, sample, store, options.seed());
      } catch (StoreException | IllegalArgumentException e) {
        return notExecuted(
            proposal,
            scheme(uri),
            "the store refuses a row that was made for it: " + e.getMessage());
      }
      for (Served served : proposal.served()) {
        if (served.refusal().isEmpty()) {
          outcomes.put(served, execution.execute(Planner.plan(layout, served)));
        }
      }
      store
          .check(new StoreCheck.Options(false, false, Duration.ZERO, 20))
          .run(finding -> findings.add(finding.toString()), count -> {});
    }
    return new Result(scheme(uri), sample.count(), outcomes, findings);
  }

  private static String scheme(String uri) {
    return uri.substring(0, uri.indexOf(':'));
  }

  /**
   * Returns the result of a rehearsal that executed no statement.
   *
   * @param engine the scheme of the store's URI
   * @param reason why not, for people
   */
  public static Result notExecuted(Proposal proposal, String engine, String reason) {
    Map<Served, Outcome> outcomes = new LinkedHashMap<>();
    for (Served served : proposal.served()) {
      if (served.refusal().isEmpty()) {
        outcomes.put(served, Outcome.notExecuted(reason));
      }
    }
    return new Result(engine, 0, outcomes, List.of());
  }
}
