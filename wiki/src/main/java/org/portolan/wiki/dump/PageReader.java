package org.portolan.wiki.dump;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import javax.xml.stream.XMLStreamException;
import org.portolan.wiki.PageHistory;
import org.portolan.wiki.PageHistory.FullRevision;
import org.portolan.wiki.RevisionInfo;
import org.portolan.wiki.RevisionInfo.Hidden;
import org.portolan.wiki.dump.DumpItem.BrokenPage;
import org.portolan.wiki.dump.DumpItem.DumpPage;
import org.portolan.wiki.dump.DumpOptions.Revisions;
import org.portolan.wikitext.site.SiteInfo;

/**
 * Reads one {@code page} element. The first error in a page is kept as its fault; after that no
 * data is collected, but the element is read to its end.
 */
final class PageReader {
  private static final int TITLE_CHARACTERS_MAX = 4_096;
  private static final int FIELD_CHARACTERS_MAX = 1 << 16;

  /**
   * The memory of a revision besides its text, so that millions of empty revisions are also
   * limited.
   */
  private static final int REVISION_OVERHEAD_BYTES = 256;

  private final XmlCursor cursor;
  private final SiteInfo site;
  private final DumpOptions options;

  private String fault;
  private String title;
  private long pageId;
  private String namespace = "";
  private Optional<String> redirect = Optional.empty();
  private final List<Long> mismatches = new ArrayList<>();
  private long bytes;
  private final List<FullRevision> revisions = new ArrayList<>();

  PageReader(XmlCursor cursor, SiteInfo site, DumpOptions options) {
    this.cursor = cursor;
    this.site = site;
    this.options = options;
  }

  /** Returns the title as far as it is known, for messages. */
  String title() {
    return title == null ? "" : title;
  }

  DumpItem read(Place place) throws XMLStreamException {
    for (var child = cursor.child(); child != null; child = cursor.child()) {
      switch (child) {
        case "title" -> {
          once(title != null, "it has two titles");
          title = text(TITLE_CHARACTERS_MAX, "its title");
        }
        case "id" -> {
          once(pageId != 0, "it has two ids");
          pageId = number("its id");
        }
        case "ns" -> namespace = text(FIELD_CHARACTERS_MAX, "its namespace").strip();
        case "redirect" -> {
          redirect = Optional.ofNullable(cursor.attribute("title"));
          cursor.skip();
        }
        case "revision" -> revision();
        case "page" -> throw pageInside();
        default -> cursor.skip();
      }
    }
    return item(place);
  }

  /** Reads to the end of the page; returns its id, 0 if it has none. */
  long skip() throws XMLStreamException {
    for (var child = cursor.child(); child != null; child = cursor.child()) {
      if (child.equals("id")) {
        pageId = number("its id");
      } else if (child.equals("page")) {
        throw pageInside();
      } else {
        cursor.skip();
      }
    }
    return pageId;
  }

  private static XMLStreamException pageInside() {
    return new XMLStreamException("it has a page within a page: an end tag is missing");
  }

  private DumpItem item(Place place) {
    if (title == null || title.isBlank()) {
      fault("it has no title");
    }
    var normal = title == null ? null : site.pageTitle(title).orElse(null);
    if (normal == null || title.indexOf('#') >= 0) {
      fault("its title is not a valid title");
    } else if (normal.namespace() < 0) {
      fault("its title is that of a virtual page");
    }
    if (pageId == 0) {
      fault("it has no id");
    }
    if (revisions.isEmpty()) {
      fault("it has no revision");
    }
    revisions.sort(Comparator.comparingLong(revision -> revision.info().id()));
    for (int i = 1; i < revisions.size(); i++) {
      if (revisions.get(i).info().id() == revisions.get(i - 1).info().id()) {
        fault("revision " + revisions.get(i).info().id() + " occurs twice");
      }
    }
    if (fault != null) {
      return new BrokenPage(title(), fault, place);
    }
    var history = new PageHistory(normal.full(), normal.namespace(), pageId, revisions);
    boolean elsewhere =
        !namespace.isEmpty() && !namespace.equals(Integer.toString(normal.namespace()));
    return new DumpPage(
        history,
        redirect,
        elsewhere ? Optional.of(namespace) : Optional.empty(),
        List.copyOf(mismatches),
        place);
  }

  private void revision() throws XMLStreamException {
    if (fault != null) {
      cursor.skip();
      return;
    }
    var draft = new RevisionDraft();
    for (var child = cursor.child(); child != null; child = cursor.child()) {
      switch (child) {
        case "id" -> {
          once(draft.id != 0, draft + " has two ids");
          draft.id = number("the id of a revision");
        }
        case "parentid" -> draft.parentId = number(draft + "'s parent");
        case "timestamp" -> draft.timestamp = timestamp(draft);
        case "contributor" -> contributor(draft);
        case "origin" -> draft.origin = number(draft + "'s origin");
        case "minor" -> {
          draft.minor = true;
          cursor.skip();
        }
        case "comment" -> {
          draft.hide(Hidden.COMMENT, cursor);
          draft.comment = text(FIELD_CHARACTERS_MAX, draft + "'s comment");
        }
        case "model" -> draft.model = text(FIELD_CHARACTERS_MAX, draft + "'s model").strip();
        case "sha1" -> draft.checksum = text(FIELD_CHARACTERS_MAX, draft + "'s sha1").strip();
        case "text" -> {
          once(draft.textSeen, draft + " has two texts");
          draft.textSeen = true;
          text(draft);
        }
        case "content" -> {
          draft.moreSlots = true;
          cursor.skip();
        }
        case "page" -> throw pageInside();
        default -> cursor.skip();
      }
    }
    keep(draft);
  }

  private void text(RevisionDraft draft) throws XMLStreamException {
    if (fault != null || !isWanted(draft)) {
      cursor.skip();
      return;
    }
    draft.hasText = true;
    draft.hide(Hidden.TEXT, cursor);
    draft.textChecksum = Optional.ofNullable(cursor.attribute("sha1")).orElse("").strip();
    boolean elsewhere = cursor.attribute("id") != null || cursor.attribute("location") != null;
    var length = cursor.attribute("bytes");
    draft.length = Optional.ofNullable(length).orElse("").strip();
    draft.text = text(DumpOptions.TEXT_CHARACTERS_MAX, draft + "'s text");
    if (draft.hidden.contains(Hidden.TEXT) && !draft.text.isEmpty()) {
      // What is hidden is not read, even if the dump has it.
      draft.hiddenBytes = Checksum.utf8Length(draft.text);
      draft.text = "";
      return;
    }
    if (!draft.text.isEmpty() || "0".equals(length)) {
      return;
    }
    if (draft.hidden.contains(Hidden.TEXT)) {
      draft.hiddenBytes =
          length == null
              ? 0
              : (int) Math.min(Integer.MAX_VALUE, number(length, draft + "'s length"));
    } else if (elsewhere || length != null) {
      withoutText(draft);
    }
  }

  private void withoutText(RevisionDraft draft) {
    fault(
        draft
            + " carries no text, as in a dump of stubs;"
            + " take one of pages-articles or pages-meta-history");
  }

  /**
   * Returns whether to keep a revision. Its id precedes its text, so an unwanted text is not
   * collected.
   */
  private boolean isWanted(RevisionDraft draft) {
    return options.revisions() == Revisions.ALL
        || revisions.isEmpty()
        || draft.id > revisions.get(0).info().id();
  }

  private void keep(RevisionDraft draft) {
    if (draft.id == 0) {
      fault("a revision has no id");
    }
    if (draft.timestamp == null) {
      fault(draft + " has no timestamp");
    }
    if (fault != null || !isWanted(draft)) {
      return;
    }
    if (!draft.hasText) {
      withoutText(draft);
      return;
    }
    if (options.revisions() == Revisions.CURRENT) {
      revisions.clear();
      bytes = 0;
      mismatches.clear();
    }
    var revision = draft.finish();
    bytes +=
        REVISION_OVERHEAD_BYTES
            + revision.info().bytes()
            + 2L * (draft.comment.length() + draft.contributor.length());
    if (bytes > options.pageBytesMax()) {
      revisions.clear();
      fault(
          "its revisions take more than "
              + options.pageBytesMax()
              + " bytes; read current revisions only, or allow a page more bytes");
      return;
    }
    if (draft.differs(revision.info().bytes())) {
      mismatches.add(draft.id);
    }
    revisions.add(revision);
  }

  private void contributor(RevisionDraft draft) throws XMLStreamException {
    draft.hide(Hidden.CONTRIBUTOR, cursor);
    for (var child = cursor.child(); child != null; child = cursor.child()) {
      switch (child) {
        case "username" -> {
          draft.contributor = text(FIELD_CHARACTERS_MAX, "a contributor's name");
          draft.account = OptionalLong.of(draft.account.orElse(0));
        }
        case "ip" -> draft.contributor = text(FIELD_CHARACTERS_MAX, "a contributor's name");
        case "id" -> draft.account = OptionalLong.of(number("the id of a contributor"));
        case "page" -> throw pageInside();
        default -> cursor.skip();
      }
    }
  }

  private long number(String what) throws XMLStreamException {
    return number(text(FIELD_CHARACTERS_MAX, what).strip(), what);
  }

  private long number(String written, String what) {
    try {
      long number = Long.parseLong(written);
      if (number >= 0) {
        return number;
      }
    } catch (NumberFormatException notANumber) {
      // The fault below reports it.
    }
    fault(what + " is '" + shortened(written) + "' but must be a positive number");
    return 0;
  }

  private Instant timestamp(RevisionDraft draft) throws XMLStreamException {
    var written = text(FIELD_CHARACTERS_MAX, draft + "'s timestamp").strip();
    try {
      return Instant.parse(written);
    } catch (DateTimeException e) {
      fault(
          draft
              + "'s timestamp is '"
              + shortened(written)
              + "' but must be like 2009-03-22T09:37:03Z");
      return Instant.EPOCH;
    }
  }

  private String text(int charactersMax, String what) throws XMLStreamException {
    var text = cursor.text(charactersMax);
    if (cursor.wasCut()) {
      fault(what + " is longer than " + charactersMax + " characters");
      return shortened(text);
    }
    if (!cursor.inside().isEmpty()) {
      fault(what + " has an element <" + cursor.inside() + "> inside instead of its escaped form");
    }
    return text;
  }

  private void once(boolean again, String reason) {
    if (again) {
      fault(reason);
    }
  }

  private void fault(String reason) {
    if (fault == null) {
      fault = reason;
      revisions.clear();
    }
  }

  private static String shortened(String text) {
    return text.length() <= 80 ? text : text.substring(0, 80) + "…";
  }

  /** A revision while its elements are read. */
  private static final class RevisionDraft {
    long id;
    long parentId;
    Instant timestamp;
    long origin;
    String contributor = "";
    OptionalLong account = OptionalLong.empty();
    boolean minor;
    String comment = "";
    String model = RevisionInfo.WIKITEXT;
    String checksum = "";
    String textChecksum = "";
    String length = "";
    boolean moreSlots;
    boolean textSeen;
    boolean hasText;
    String text = "";
    int hiddenBytes;
    final Set<Hidden> hidden = EnumSet.noneOf(Hidden.class);

    /** Notes whether the element at the cursor says that its content is hidden. */
    void hide(Hidden part, XmlCursor cursor) {
      if (cursor.attribute("deleted") != null) {
        hidden.add(part);
      }
    }

    FullRevision finish() {
      int bytes = text.isEmpty() ? hiddenBytes : Checksum.utf8Length(text);
      return new FullRevision(
          new RevisionInfo(
              id,
              parentId,
              origin == 0 ? id : origin,
              timestamp,
              contributor,
              account,
              comment,
              minor,
              bytes,
              model,
              hidden),
          text);
    }

    /**
     * Returns whether the text is not the one whose length or checksums the dump gives. XML turns
     * the ends of lines that old browsers sent, CR and LF, into LF, but those were counted.
     */
    boolean differs(int bytes) {
      return !hidden.contains(Hidden.TEXT)
          && !isAsGiven(text, bytes)
          && (text.indexOf('\n') < 0 || !isAsGiven(text.replace("\n", "\r\n")));
    }

    private boolean isAsGiven(String form) {
      return isAsGiven(form, Checksum.utf8Length(form));
    }

    private boolean isAsGiven(String form, int bytes) {
      if (!length.isEmpty() && !length.equals(Integer.toString(bytes))) {
        return false;
      }
      // The checksum of a revision with further slots is that of all of them together.
      var whole = moreSlots ? "" : checksum;
      if (whole.isEmpty() && textChecksum.isEmpty()) {
        return true;
      }
      var actual = Checksum.of(form);
      return (whole.isEmpty() || Checksum.matches(whole, actual))
          && (textChecksum.isEmpty() || Checksum.matches(textChecksum, actual));
    }

    @Override
    public String toString() {
      return id == 0 ? "a revision" : "revision " + id;
    }
  }
}
