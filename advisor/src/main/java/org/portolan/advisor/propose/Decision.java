package org.portolan.advisor.propose;

import java.util.List;

/**
 * A decision of a proposal.
 *
 * @param subject the table or index that it is about
 * @param choice what was chosen
 * @param reasons why, in words
 * @param rejected the other options
 * @param table the table of the schema whose shape it is; empty for other decisions
 * @param options what an engineer can choose instead, the choice included; empty if nothing
 */
public record Decision(
    Kind kind,
    String subject,
    String choice,
    List<String> reasons,
    List<Rejected> rejected,
    String table,
    List<String> options) {

  /** Makes a decision that an engineer can change in the files only. */
  public Decision(
      Kind kind, String subject, String choice, List<String> reasons, List<Rejected> rejected) {
    this(kind, subject, choice, reasons, rejected, "", List.of());
  }

  /** What a decision is about. */
  public enum Kind {
    /** What the rows of a table become. */
    SHAPE,
    /** What identifies the rows of a table. */
    IDENTITY,
    /** Where keys come from that the database numbered. */
    SEQUENCE,
    /** Whether there is an index. */
    INDEX,
    /** How an index is spread. */
    LAYOUT,
    /** How row keys are spread. */
    KEY_LAYOUT,
    /** Whether a reference is checked. */
    REFERENCE,
    /** Columns that could be copied into the rows of another table. */
    COPY,
    /** Rules of the schema that the design does not keep. */
    LOST,
    /** What the store counts. */
    COUNTER,
    /** How values are converted. */
    TYPE
  }

  /**
   * An option that was not chosen.
   *
   * @param reason why not; with the cost if it was weighed
   */
  public record Rejected(String option, String reason) {}

  public Decision {
    reasons = List.copyOf(reasons);
    rejected = List.copyOf(rejected);
    options = List.copyOf(options);
  }
}
