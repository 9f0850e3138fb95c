package org.portolan.wiki.storage;

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

  /** Returns the state of an import that begins. */
  public static ImportState start(String source, String identity) {
    return new ImportState(source, identity, 0, 0, 0, 0, 0, false);
  }

  /** Returns the state after one more page. */
  public ImportState imported(PreparedPage page) {
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

  /** Returns the state after one more page that cannot be imported. */
  public ImportState failedOne() {
    return new ImportState(
        source, identity, pages + 1, revisions, redirects, links, failed + 1, false);
  }

  /** Returns the state with links found later. */
  public ImportState moreLinks(long more) {
    return new ImportState(
        source, identity, pages, revisions, redirects, links + more, failed, finished);
  }

  /** Returns the state of the same import at its end. */
  public ImportState finish() {
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
