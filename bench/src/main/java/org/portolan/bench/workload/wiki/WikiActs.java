package org.portolan.bench.workload.wiki;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.portolan.bench.load.Outcome;
import org.portolan.bench.load.OutcomeKind;
import org.portolan.bench.workload.wiki.WikiAccess.Answer;
import org.portolan.bench.workload.wiki.WikiAccess.Opened;
import org.portolan.bench.workload.wiki.WikiAccess.Reading;
import org.portolan.data.ConflictCause;

/**
 * The actions of one user on a wiki, with their outcomes. Used by one thread. Methods throw the
 * exceptions of {@link WikiAccess}, which {@link Outcome#of} converts.
 */
public final class WikiActs {
  private final WikiAccess wiki;
  private final EditText texts;
  private final Acknowledged acknowledged;
  private final Reopenings reopenings;
  private final int reopeningsMax;

  /** Receives each save that the wiki has acknowledged, in the user's thread. */
  @FunctionalInterface
  public interface Acknowledged {
    /**
     * Takes a save.
     *
     * @param revision the id of the new revision; empty if the answer does not tell it
     */
    void saved(String title, OptionalLong revision, String text);
  }

  /**
   * @param acknowledged called before the outcome of the save is returned
   * @param reopenings counts the edit conflicts after which a page is opened again
   * @param reopeningsMax how often one edit opens its page again
   */
  WikiActs(
      WikiAccess wiki,
      EditText texts,
      Acknowledged acknowledged,
      Reopenings reopenings,
      int reopeningsMax) {
    this.wiki = wiki;
    this.texts = texts;
    this.acknowledged = acknowledged;
    this.reopenings = reopenings;
    this.reopeningsMax = reopeningsMax;
  }

  /** Reads a page. */
  public Outcome view(int operation, String title) {
    Optional<Reading> reading = wiki.view(title);
    if (reading.isEmpty()) {
      return Outcome.notFound(operation);
    }
    reading.get().text().ifPresent(texts::read);
    String wrong = reading.get().wrong();
    return wrong.isEmpty() ? Outcome.ok(operation) : Outcome.wrongData(operation, wrong);
  }

  /** Reads the history of a page. */
  public Outcome history(int operation, String title) {
    return wiki.history(title) ? Outcome.ok(operation) : Outcome.notFound(operation);
  }

  /** Opens a page for editing, but does not save it. */
  public Outcome form(int operation, String title) {
    Opened opened = wiki.open(title);
    return checked(operation, title, opened.text());
  }

  /**
   * Opens a page, changes its text and saves it; creates the page if there is none. If another
   * author has saved the page since it was opened, does all of this again, as a person does who
   * sees the page of the edit conflict.
   *
   * @return the outcome of the last save; a conflict if all of them met one
   */
  public Outcome edit(int operation, String title) {
    for (int reopened = 0; ; reopened++) {
      Outcome outcome = editOnce(operation, title);
      if (reopened == reopeningsMax || !(outcome instanceof Outcome.Conflict conflict)) {
        return outcome;
      }
      reopenings.add(conflict);
    }
  }

  private Outcome editOnce(int operation, String title) {
    Opened opened = wiki.open(title);
    Outcome wrong = checked(operation, title, opened.text());
    if (wrong.kind() != OutcomeKind.OK) {
      return wrong;
    }
    if (opened.base() == 0) {
      return save(operation, title, texts.first(title), 0);
    }
    String text = texts.next(title, opened.text());
    texts.read(opened.text());
    return save(operation, title, text, opened.base());
  }

  /** Opens a page and replaces its text with a given one. */
  public Outcome replace(int operation, String title, String text) {
    long base = wiki.open(title).base();
    return save(operation, title, texts.given(title, text), base);
  }

  /** Creates a page. */
  public Outcome create(int operation, String title) {
    return save(operation, title, texts.first(title), 0);
  }

  private static Outcome checked(int operation, String title, String text) {
    String wrong = EditText.wrongIn(title, text);
    return wrong.isEmpty() ? Outcome.ok(operation) : Outcome.wrongData(operation, wrong);
  }

  private Outcome save(int operation, String title, String text, long base) {
    Answer answer = wiki.save(title, text, base);
    if (answer instanceof Answer.Saved done) {
      acknowledged.saved(title, done.revision(), text);
      return Outcome.ok(operation);
    }
    return new Outcome.Conflict(operation, ConflictCause.SAME_ROW, List.of("page (" + title + ")"));
  }
}
