package org.portolan.wiki.dump;

import java.util.Optional;
import org.portolan.wiki.PageHistory;

/** What a dump holds in the place of a page. */
public sealed interface DumpItem {
  Place place();

  /**
   * A page as the dump has it.
   *
   * @param redirect the title in the dump's own {@code redirect} element (from schema 0.6 on), as
   *     it is written there
   * @param checksumMismatches the number of revisions whose text is not what its SHA-1 says
   */
  record DumpPage(
      PageHistory history, Optional<String> redirect, int checksumMismatches, Place place)
      implements DumpItem {}

  /**
   * A page that cannot be taken over; those behind it can.
   *
   * @param title the title as it is written, empty if there is none
   * @param reason what is wrong and, where something helps, what to do
   */
  record BrokenPage(String title, String reason, Place place) implements DumpItem {}
}
