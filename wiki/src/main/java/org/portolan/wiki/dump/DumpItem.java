package org.portolan.wiki.dump;

import java.util.List;
import java.util.Optional;
import org.portolan.wiki.PageHistory;

/** An item of a dump: a page or a broken page. */
public sealed interface DumpItem {
  Place place();

  /**
   * A page as the dump has it.
   *
   * @param redirect the title in the dump's own {@code redirect} element (from schema 0.6 on), as
   *     written there
   * @param otherNamespace the number in the dump's {@code ns} element if it is not that of the
   *     title
   * @param mismatches the ids of revisions whose text has another length or SHA-1 than the dump
   *     gives
   */
  record DumpPage(
      PageHistory history,
      Optional<String> redirect,
      Optional<String> otherNamespace,
      List<Long> mismatches,
      Place place)
      implements DumpItem {}

  /**
   * A page that cannot be imported; later pages can.
   *
   * @param title the title as written, empty if there is none
   * @param reason the error and, if there is one, the remedy
   */
  record BrokenPage(String title, String reason, Place place) implements DumpItem {}
}
