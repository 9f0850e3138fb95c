package org.portolan.bench.contention;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.portolan.bench.api.Text;
import org.portolan.bench.workload.wiki.EditText;
import org.portolan.wiki.Listing;
import org.portolan.wiki.ListingRequest;
import org.portolan.wiki.RevisionInfo;
import org.portolan.wiki.Wiki;
import org.portolan.wiki.WikiPage;

/**
 * The histories of all edited pages, compared with what was acknowledged.
 *
 * @param lost acknowledged edits that are not in the history of their page, or with another text
 * @param doubled edits that are there more than once
 * @param unanswered edits that are there but were not acknowledged: their process was killed, or
 *     their outcome was unknown
 * @param findings the first few of {@code lost} and {@code doubled}
 */
record Histories(
    long acknowledged, long lost, long doubled, long unanswered, List<String> findings) {
  private static final int FINDINGS_MAX = 20;

  /** Reads every revision of the run once. */
  static Histories read(Wiki wiki, List<OneEdit> edits, Instant since) {
    Comparison comparison = new Comparison(wiki, since);
    edits.stream().collect(Collectors.groupingBy(OneEdit::title)).forEach(comparison::page);
    return comparison.result();
  }

  boolean clean() {
    return lost == 0 && doubled == 0;
  }

  private static final class Comparison {
    private final Wiki wiki;
    private final Instant since;
    private final List<String> findings = new ArrayList<>();
    private long acknowledged;
    private long lost;
    private long doubled;
    private long unanswered;

    Comparison(Wiki wiki, Instant since) {
      this.wiki = wiki;
      this.since = since;
    }

    Histories result() {
      return new Histories(acknowledged, lost, doubled, unanswered, List.copyOf(findings));
    }

    void page(String title, List<OneEdit> edits) {
      Map<Long, String> texts = texts(title);
      Set<String> found = new HashSet<>();
      for (Map.Entry<Long, String> revision : texts.entrySet()) {
        Optional<String> edit = EditText.editOf(revision.getValue());
        if (edit.isPresent() && !found.add(edit.get())) {
          doubled++;
          finding(
              Text.format(
                  "edit %s of page %s is there twice, again as %s",
                  edit.get(), title, revision.getKey()));
        }
      }
      for (OneEdit edit : edits) {
        if (edit.end() == EditEnd.SAVED) {
          acknowledged++;
          found.remove(edit.edit());
          String text = texts.get(edit.revision());
          if (text == null || text.hashCode() != edit.textHash()) {
            lost++;
            finding(
                Text.format(
                    "revision %s of page %s was acknowledged but %s",
                    edit.revision(), title, text == null ? "is not there" : "has another text"));
          }
        }
      }
      unanswered += found.size();
    }

    /** Returns the texts of the revisions that the run may have made, by their ids. */
    private Map<Long, String> texts(String title) {
      Map<Long, String> texts = new HashMap<>();
      Optional<ListingRequest> request =
          Optional.of(ListingRequest.first(ListingRequest.LIMIT_MAX));
      while (request.isPresent()) {
        ListingRequest asked = request.get();
        Listing<RevisionInfo> part = wiki.history(title, asked);
        for (RevisionInfo revision : part.entries()) {
          if (!revision.timestamp().isBefore(since)) {
            texts.put(
                revision.id(), wiki.revision(title, revision.id()).map(WikiPage::text).orElse(""));
          }
        }
        request = part.next().map(asked::after);
      }
      return texts;
    }

    private void finding(String text) {
      if (findings.size() < FINDINGS_MAX) {
        findings.add(text);
      }
    }
  }
}
