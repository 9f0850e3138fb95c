package org.portolan.advisor.report;

import java.util.List;
import org.portolan.advisor.serve.Served;

/** What somebody adds to the text of a proposal. */
public interface Remarks {
  /** Adds nothing. */
  Remarks NONE =
      new Remarks() {
        @Override
        public List<Remark> summary() {
          return List.of();
        }

        @Override
        public List<Remark> of(Served served) {
          return List.of();
        }

        @Override
        public List<String> lines(Served served) {
          return List.of();
        }
      };

  /** A line with its label. */
  record Remark(String label, String text) {}

  /** Returns the lines for the summary. */
  List<Remark> summary();

  /** Returns the lines for a statement. */
  List<Remark> of(Served served);

  /** Returns lines for a statement that are printed as they are, as code is. */
  List<String> lines(Served served);
}
