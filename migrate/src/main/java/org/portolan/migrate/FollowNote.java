package org.portolan.migrate;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import java.util.Optional;
import org.portolan.data.Store;

/**
 * How far a migration has followed the log of its database, kept in its store.
 *
 * @param format of the note
 * @param database the URL of the database, without its password
 * @param place in the log: every commit before it is in the store, once the copy has ended
 * @param copied whether the copy has ended
 * @param compared the tables that must be compared at the end, because the log does not tell all of
 *     their changes or some did not fit
 * @param waiting changed rows before the place that did not fit, as many as fit into a note
 */
public record FollowNote(
    int format,
    String database,
    String place,
    boolean copied,
    List<String> compared,
    List<Noted> waiting) {
  private static final String NOTE = "follow";
  private static final int FORMAT = 1;
  private static final ObjectMapper JSON = new ObjectMapper();

  public FollowNote {
    compared = List.copyOf(compared);
    // Earlier notes have none.
    waiting = waiting == null ? List.of() : List.copyOf(waiting);
  }

  /**
   * A row that did not fit.
   *
   * @param table of the mapping
   * @param key the values by which the row is known
   */
  public record Noted(String table, List<String> key, String reason) {
    public Noted {
      key = List.copyOf(key);
    }
  }

  /** Returns the note of a migration whose copy begins. */
  public static FollowNote begun(String database, String place) {
    return new FollowNote(FORMAT, database, place, false, List.of(), List.of());
  }

  /**
   * Returns this note at another place, after the copy.
   *
   * @param applier which has applied all changes before the place
   */
  public FollowNote at(String other, ChangeApplier applier) {
    return new FollowNote(
        FORMAT,
        database,
        other,
        true,
        List.copyOf(applier.compared().keySet()),
        applier.notedRows());
  }

  /**
   * Returns the note of a store; empty if its migration follows nothing.
   *
   * @throws MigrateException if another release wrote it
   */
  public static Optional<FollowNote> of(Store store) {
    Optional<String> text = store.note(NOTE).filter(found -> !found.isEmpty());
    if (text.isEmpty()) {
      return Optional.empty();
    }
    try {
      FollowNote note = JSON.readValue(text.get(), FollowNote.class);
      if (note.format() == FORMAT) {
        return Optional.of(note);
      }
    } catch (JsonProcessingException e) {
      // As for a format that is not known.
    }
    throw new MigrateException(
        "cannot read how far "
            + store.uri()
            + " has followed its database: another release wrote it; use that release, or a new"
            + " store");
  }

  /** Keeps the note, durably. What it says to be in the store must be durable before. */
  public void keep(Store store) {
    store.note(NOTE, Checkpoint.json(this));
  }

  /** Forgets the note: the migration follows nothing any more. */
  public static void forget(Store store) {
    store.note(NOTE, "");
  }
}
