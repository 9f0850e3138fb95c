package org.portolan.wikitext.html.tree;

import java.util.List;
import org.portolan.wikitext.limit.Allowance;

/**
 * Builds a tree from tags and text as a browser does: HTML5's tree construction for the elements of
 * {@link Tag}, which include no forms, scripts, frames or foreign content. Misnested and missing
 * tags give the tree that a browser would make of them, so what is written later is read as it was
 * meant. Attributes pass {@link SafeAttributes} here, at the only place where elements are made.
 */
public final class TreeBuilder {
  private final Element body = new Element(Tag.DIV, List.of());
  private final OpenElements open;
  private final InsertionPlace place;
  private final ActiveFormatting formatting = new ActiveFormatting();
  private final Adoption adoption;
  private final SafeAttributes safe = new SafeAttributes();

  /** Text directly in a table, where only white space may stay. */
  private final StringBuilder tableText = new StringBuilder();

  public TreeBuilder(Allowance allowance) {
    open = new OpenElements(body, allowance);
    place = new InsertionPlace(open, allowance);
    adoption = new Adoption(open, formatting, place);
  }

  /** Returns the root, whose children are the page's. */
  public Element finish() {
    flushTableText();
    return body;
  }

  public void text(CharSequence text, int from, int to) {
    if (from == to) {
      return;
    }
    if (InsertionPlace.isTableContext(open.current().tag())) {
      tableText.append(text, from, to);
      return;
    }
    bodyText(text, from, to);
  }

  private void bodyText(CharSequence text, int from, int to) {
    adoption.reconstruct();
    place.insertText(text, from, to);
  }

  private void flushTableText() {
    if (tableText.length() == 0) {
      return;
    }
    if (Text.isBlank(tableText)) {
      place.insertText(tableText, 0, tableText.length());
    } else {
      place.foster(true);
      bodyText(tableText, 0, tableText.length());
      place.foster(false);
    }
    tableText.setLength(0);
  }

  /** Adds a start tag. The attributes are names and values in turn. */
  public void open(Tag tag, List<String> attributes) {
    flushTableText();
    start(tag, safe.of(tag, attributes));
  }

  private void start(Tag tag, List<String> attributes) {
    var part = open.tablePart();
    if (part == null) {
      startInBody(tag, attributes);
    } else if (part == Tag.TD || part == Tag.TH || part == Tag.CAPTION) {
      if (tag.is(Tag.TABLE_PART)) {
        closePart(part);
        start(tag, attributes);
      } else {
        startInBody(tag, attributes);
      }
    } else if (part == Tag.TR && (tag == Tag.TD || tag == Tag.TH)) {
      open.clearTo(Tag.TR);
      place.insert(tag, attributes);
      formatting.mark();
    } else if (part == Tag.TBODY && (tag == Tag.TD || tag == Tag.TH)) {
      open.clearTo(Tag.TBODY);
      place.insert(Tag.TR, List.of());
      start(tag, attributes);
    } else if (part == Tag.TBODY && tag == Tag.TR) {
      open.clearTo(Tag.TBODY);
      place.insert(tag, attributes);
    } else if (part == Tag.TABLE && tag.is(Tag.TABLE_PART)) {
      startInTable(tag, attributes);
    } else if (tag.is(Tag.TABLE_PART) || tag == Tag.TABLE) {
      // The row, the group or the table ends here.
      open.clearTo(part);
      open.pop();
      start(tag, attributes);
    } else {
      place.foster(true);
      startInBody(tag, attributes);
      place.foster(false);
    }
  }

  private void startInTable(Tag tag, List<String> attributes) {
    open.clearTo(Tag.TABLE);
    if (tag == Tag.CAPTION) {
      formatting.mark();
      place.insert(tag, attributes);
    } else if (tag == Tag.TBODY) {
      place.insert(tag, attributes);
    } else {
      place.insert(Tag.TBODY, List.of());
      start(tag, attributes);
    }
  }

  private void startInBody(Tag tag, List<String> attributes) {
    if (tag.is(Tag.TABLE_PART)) {
      return;
    }
    if (tag == Tag.LI) {
      closeItem(Tag.LI, Tag.LI);
    } else if (tag == Tag.DD || tag == Tag.DT) {
      closeItem(Tag.DD, Tag.DT);
    }
    if (tag.is(Tag.CLOSES_P)
        || (tag.is(Tag.IMPLIED_END) && tag.is(Tag.SPECIAL))
        || tag == Tag.TOC) {
      closeParagraph();
      if (tag.is(Tag.HEADING) && open.current().tag().is(Tag.HEADING)) {
        open.pop();
      }
      place.insert(tag, attributes);
    } else if (tag.is(Tag.FORMATTING)) {
      if (tag == Tag.A) {
        var active = formatting.last(Tag.A);
        if (active != null) {
          adoption.end(Tag.A);
          formatting.remove(active);
          open.remove(active);
        }
      }
      adoption.reconstruct();
      formatting.push(place.insert(tag, attributes));
    } else if (tag.is(Tag.IMPLIED_END)) {
      // A part of a ruby annotation.
      if (open.inScope(Tag.of("ruby"))) {
        boolean inner = tag.name.equals("rt") || tag.name.equals("rp");
        open.closeImplied(inner ? Tag.of("rtc") : null);
      }
      place.insert(tag, attributes);
    } else {
      adoption.reconstruct();
      place.insert(tag, attributes);
    }
  }

  /** Closes an open list item in front of the next. */
  private void closeItem(Tag tag, Tag other) {
    for (int i = open.size() - 1; i > 0; i--) {
      var tagOpen = open.get(i).tag();
      if (tagOpen == tag || tagOpen == other) {
        open.closeImplied(tagOpen);
        open.popThrough(tagOpen);
        return;
      }
      if (tagOpen.is(Tag.SPECIAL) && tagOpen != Tag.DIV && tagOpen != Tag.P) {
        return;
      }
    }
  }

  private void closeParagraph() {
    if (open.inScope(Tag.P)) {
      open.closeImplied(Tag.P);
      open.popThrough(Tag.P);
    }
  }

  private void closePart(Tag part) {
    open.closeImplied(null);
    open.popThrough(part);
    formatting.clearToMarker();
  }

  /** Adds an end tag. */
  public void close(Tag tag) {
    flushTableText();
    end(tag);
  }

  private void end(Tag tag) {
    var part = open.tablePart();
    if (part == null) {
      endInBody(tag);
    } else if (tag == Tag.TABLE || tag.is(Tag.TABLE_PART)) {
      if (!open.inTableScope(tag) || (part == Tag.CAPTION && tag != part && tag != Tag.TABLE)) {
        return;
      }
      while (open.inTableScope(tag)) {
        var uppermost = open.tablePart();
        if (uppermost == Tag.TD || uppermost == Tag.TH || uppermost == Tag.CAPTION) {
          closePart(uppermost);
        } else {
          open.clearTo(uppermost);
          open.pop();
        }
        if (uppermost == tag) {
          return;
        }
      }
    } else if (InsertionPlace.isTableContext(part)) {
      place.foster(true);
      endInBody(tag);
      place.foster(false);
    } else {
      endInBody(tag);
    }
  }

  private void endInBody(Tag tag) {
    if (tag == Tag.BR) {
      startInBody(tag, List.of());
    } else if (tag.is(Tag.VOID) || tag.is(Tag.TABLE_PART)) {
      return;
    } else if (tag == Tag.P) {
      if (!open.inScope(Tag.P)) {
        place.insert(Tag.P, List.of());
      }
      closeParagraph();
    } else if (tag.is(Tag.FORMATTING)) {
      adoption.end(tag);
    } else if (tag.is(Tag.HEADING)) {
      if (open.headingInScope()) {
        open.closeImplied(null);
        while (open.size() > 1 && !open.pop().tag().is(Tag.HEADING)) {}
      }
    } else if (tag.is(Tag.SPECIAL)) {
      if (tag == Tag.LI ? open.inItemScope(tag) : open.inScope(tag)) {
        open.closeImplied(tag.is(Tag.IMPLIED_END) ? tag : null);
        open.popThrough(tag);
      }
    } else {
      open.endOther(tag);
    }
  }
}
