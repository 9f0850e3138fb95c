package org.portolan.wiki.load;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.portolan.data.Columns;
import org.portolan.data.EntityRow;
import org.portolan.data.StoreReader;
import org.portolan.data.StoreTransaction;
import org.portolan.types.Tuple;
import org.portolan.wiki.store.PreparedPage;

/**
 * The progress of an import, as the store keeps it.
 *
 * @param pages pages of the source handled, broken ones included
 * @param redirects pages whose newest revision is a redirect
 * @param links links of newest revisions, each target once per page; if the import was killed in
 *     its last step, without some of those that templates make
 * @param failed pages that could not be imported
 */
public record ImportState(
    String source,
    String identity,
    long pages,
    long revisions,
    long redirects,
    long links,
    long failed,
    boolean finished) {

  private static final String ENTITY = "import";

  static ImportState start(String source, String identity) {
    return new ImportState(source, identity, 0, 0, 0, 0, 0, false);
  }

  static Optional<ImportState> read(StoreReader reader, String source) {
    return reader.get(ENTITY, Tuple.of(source), Columns.ALL).map(row -> of(source, row));
  }

  private static ImportState of(String source, EntityRow row) {
    return new ImportState(
        source,
        row.text("identity"),
        row.longValue("pages"),
        row.longValue("revisions"),
        row.longValue("redirects"),
        row.longValue("links"),
        row.longValue("failed"),
        row.booleanValue("finished"));
  }

  void write(StoreTransaction transaction) {
    Map<String, Object> values = new HashMap<>();
    values.put("identity", identity);
    values.put("pages", pages);
    values.put("revisions", revisions);
    values.put("redirects", redirects);
    values.put("links", links);
    values.put("failed", failed);
    values.put("finished", finished);
    transaction.put(ENTITY, Tuple.of(source), values);
  }

  /** Returns the state after a batch whose pages were written. */
  ImportState after(List<PreparedEntry> batch) {
    ImportState reached = this;
    for (PreparedEntry one : batch) {
      reached = one.page().isPresent() ? reached.imported(one.page().get()) : reached.failedOne();
    }
    return reached;
  }

  private ImportState imported(PreparedPage page) {
    return new ImportState(
        source,
        identity,
        pages + 1,
        revisions + page.page().revisions().size(),
        redirects + (page.links().redirect().isPresent() ? 1 : 0),
        links + page.links().links().size(),
        failed,
        false);
  }

  private ImportState failedOne() {
    return new ImportState(
        source, identity, pages + 1, revisions, redirects, links, failed + 1, false);
  }

  ImportState moreLinks(long more) {
    return new ImportState(
        source, identity, pages, revisions, redirects, links + more, failed, finished);
  }

  ImportState finish() {
    return new ImportState(source, identity, pages, revisions, redirects, links, failed, true);
  }

  /** Returns the summary that a script can read. */
  public String summary() {
    return "pages="
        + pages
        + " revisions="
        + revisions
        + " redirects="
        + redirects
        + " links="
        + links
        + " failed="
        + failed;
  }
}
