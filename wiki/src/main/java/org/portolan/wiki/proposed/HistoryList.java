package org.portolan.wiki.proposed;

import static org.portolan.wiki.proposed.Tables.REVISION;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.portolan.data.EntityRow;
import org.portolan.data.Paging;
import org.portolan.data.Slice;
import org.portolan.data.StoreReader;
import org.portolan.wiki.Listing;
import org.portolan.wiki.ListingRequest;
import org.portolan.wiki.RevisionInfo;

/** A page's revisions, newest first: its rows, read from their end. */
final class HistoryList {
  private HistoryList() {}

  static Listing<RevisionInfo> read(StoreReader reader, PageRow page, ListingRequest request) {
    Optional<Place> after = request.after().map(Place::parse);
    Optional<String> cursor =
        after.filter(place -> place.pageId() == page.id()).flatMap(Place::cursor);
    long below = after.map(Place::number).orElse(Long.MAX_VALUE);
    while (true) {
      Slice<EntityRow> slice = scan(reader, page, new Paging(request.limit(), true, cursor));
      List<EntityRow> rows =
          new ArrayList<>(slice.filter(row -> (Long) row.key().get(1) < below).entries());
      cursor = slice.previous();
      if (!rows.isEmpty() || cursor.isEmpty()) {
        Collections.reverse(rows);
        return new Listing<>(Revisions.infos(reader, rows), next(reader, page, rows, cursor));
      }
    }
  }

  private static Slice<EntityRow> scan(StoreReader reader, PageRow page, Paging paging) {
    return reader.scan(REVISION, page.key(), Revisions.WITHOUT_TEXT, paging);
  }

  /** Returns the next cursor; a scan has one at its end too, which leads to nothing. */
  private static Optional<String> next(
      StoreReader reader, PageRow page, List<EntityRow> rows, Optional<String> cursor) {
    if (cursor.isEmpty() || scan(reader, page, new Paging(1, true, cursor)).entries().isEmpty()) {
      return Optional.empty();
    }
    long last = (Long) rows.get(rows.size() - 1).key().get(1);
    return Optional.of(new Place(page.id(), last, "", cursor).written());
  }
}
