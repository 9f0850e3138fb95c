package org.portolan.bench.workload.wiki;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.portolan.bench.api.Text;
import org.portolan.bench.load.Verification;

/**
 * The edits that the wiki acknowledged, to be looked up after a run: each must be in the history of
 * its page with the text that was sent, even if other edits followed. Thread-safe; keeps the first
 * {@value #EDITS_MAX}.
 */
final class SavedEdits {
  static final int EDITS_MAX = 200_000;

  /** A saved edit; it has only the hash of its text. */
  private record Saved(String title, long revision, int textHash) {}

  private final List<Saved> edits = new ArrayList<>();

  synchronized void acknowledged(String title, OptionalLong revision, String text) {
    if (revision.isPresent() && edits.size() < EDITS_MAX) {
      edits.add(new Saved(title, revision.getAsLong(), text.hashCode()));
    }
  }

  /** Looks up all edits, and forgets them. */
  Optional<Verification> verify(WikiAccess wiki) {
    List<Saved> all;
    synchronized (this) {
      all = new ArrayList<>(edits);
      edits.clear();
    }
    if (all.isEmpty()) {
      return Optional.empty();
    }
    long wrong = 0;
    List<String> findings = new ArrayList<>();
    for (Saved edit : all) {
      Optional<String> text = wiki.revisionText(edit.title, edit.revision);
      if (text.isEmpty() || text.get().hashCode() != edit.textHash) {
        wrong++;
        if (findings.size() < Verification.FINDINGS_MAX) {
          findings.add(
              Text.format(
                  "revision %s of page %s was acknowledged but %s",
                  edit.revision, edit.title, text.isEmpty() ? "is not there" : "has another text"));
        }
      }
    }
    return Optional.of(new Verification(all.size(), wrong, findings));
  }
}
