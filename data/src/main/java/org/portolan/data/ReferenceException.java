package org.portolan.data;

import java.util.List;
import org.portolan.design.ReferenceDesign;
import org.portolan.types.Tuple;

/**
 * A write would leave a row that refers to one that is not there. {@link Store#write} throws it
 * after its function has ended, because only then is it known which rows there will be. The write
 * has changed nothing, and fails again as long as the rows are as they are.
 */
public class ReferenceException extends ConstraintException {
  private static final long serialVersionUID = 1L;

  /** The most rows that one write deletes because they refer to rows that it deletes. */
  public static final int CASCADE_MAX = ReferenceDesign.CASCADE_MAX;

  private final Reason reason;
  private final String reference;
  private final transient Row target;
  private final transient List<Row> referrers;

  /** Why a write cannot be made. */
  public enum Reason {
    /** A row would refer to a row that is not there. */
    NO_TARGET,
    /** A row to delete is referred to, and the reference says {@code on-delete: restrict}. */
    REFERRED_TO,
    /** With the rows to delete, more than {@link #CASCADE_MAX} referring rows would be deleted. */
    TOO_MANY
  }

  /** A row of an entity. */
  public record Row(String entity, Tuple key) {
    @Override
    public String toString() {
      return key + " of " + entity;
    }
  }

  private ReferenceException(
      Reason reason,
      String reference,
      Row target,
      List<Row> referrers,
      Row written,
      List<String> columns,
      String message) {
    super(written.entity(), written.key(), String.join(", ", columns), message);
    this.reason = reason;
    this.reference = reference;
    this.target = target;
    this.referrers = List.copyOf(referrers);
  }

  /**
   * Makes the failure of a write of a row that would refer to nothing.
   *
   * @param reference its name, {@code order.customer}
   * @param columns the columns of the referring row that hold the target's key
   */
  public static ReferenceException noTarget(
      String reference, Row target, Row referrer, List<String> columns) {
    return new ReferenceException(
        Reason.NO_TARGET,
        reference,
        target,
        List.of(referrer),
        referrer,
        columns,
        "the row "
            + referrer
            + " cannot refer to the row "
            + target
            + " (reference "
            + reference
            + "), because there is no such row; nothing was changed");
  }

  /** Makes the failure of a deletion of a row that is referred to. */
  public static ReferenceException referredTo(
      String reference, Row target, Row referrer, List<String> columns) {
    return new ReferenceException(
        Reason.REFERRED_TO,
        reference,
        target,
        List.of(referrer),
        target,
        columns,
        "the row "
            + target
            + " cannot be deleted, because the row "
            + referrer
            + " refers to it (reference "
            + reference
            + "); delete the referring rows in the same write or before, or let them refer to"
            + " another row; nothing was changed");
  }

  /**
   * Makes the failure of a deletion that would delete too many rows.
   *
   * @param referrers some of the rows that would be deleted because they refer to others
   */
  public static ReferenceException tooMany(
      String reference, Row target, List<Row> referrers, List<String> columns) {
    return new ReferenceException(
        Reason.TOO_MANY,
        reference,
        target,
        referrers,
        target,
        columns,
        "the row "
            + target
            + " cannot be deleted in one write, because more than "
            + CASCADE_MAX
            + " rows that refer to it, directly or by others, would be deleted with it (reference "
            + reference
            + "); delete it by Store.deleteCascading, which makes several writes; nothing was"
            + " changed");
  }

  public Reason reason() {
    return reason;
  }

  /** Returns the name of the reference, {@code order.customer}. */
  public String reference() {
    return reference;
  }

  /** Returns the row that is referred to. */
  public Row target() {
    return target;
  }

  /** Returns referring rows: one, or for {@link Reason#TOO_MANY} some of those to delete. */
  public List<Row> referrers() {
    return referrers;
  }
}
