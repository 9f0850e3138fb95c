package org.portolan.wikitext.html;

import java.util.ArrayList;
import java.util.List;
import org.portolan.wikitext.html.tree.Tag;

/**
 * The pass for tables in pipe syntax. Each line that begins with a mark of a table becomes tags on
 * lines of their own; all other lines, the content of cells, stay as they are. A table that is not
 * closed ends with the text.
 */
final class Tables {
  /** A table that is open. */
  private static final class Open {
    final int indents;
    List<String> rowAttributes = List.of();
    boolean inRow;
    boolean hasRows;
    Tag cell;

    Open(int indents) {
      this.indents = indents;
    }
  }

  private final Page page;
  private final Draft draft;
  private final StringBuilder out;
  private final List<Open> tables = new ArrayList<>();

  private Tables(Page page, int length) {
    this.page = page;
    this.draft = page.draft;
    this.out = new StringBuilder(length + length / 8);
  }

  static String read(Page page, String text) {
    if (text.strip().equals("{||}")) {
      // The shortest table is nothing.
      return "";
    }
    return text.contains("{|") ? new Tables(page, text.length()).run(text) : text;
  }

  private String run(String text) {
    int from = 0;
    while (from <= text.length()) {
      int end = text.indexOf('\n', from);
      end = end < 0 ? text.length() : end;
      line(text, from, end);
      if (end < text.length()) {
        out.append('\n');
      }
      from = end + 1;
    }
    while (!tables.isEmpty()) {
      out.append('\n');
      end("");
    }
    return out.toString();
  }

  private void line(String text, int from, int end) {
    page.allowance.step();
    int start = from;
    while (start < end && Attributes.isSpace(text.charAt(start))) {
      start++;
    }
    if (start < end && (text.charAt(start) == ':' || text.startsWith("{|", start))) {
      int brace = start;
      while (brace < end && (text.charAt(brace) == ':' || text.charAt(brace) == ' ')) {
        brace++;
      }
      if (text.startsWith("{|", brace)) {
        begin(text.substring(start, brace), text.substring(brace + 2, end));
        return;
      }
    }
    if (start == end || tables.isEmpty()) {
      out.append(text, from, end);
    } else if (text.startsWith("|}", start)) {
      end(text.substring(start + 2, end));
    } else if (text.startsWith("|-", start)) {
      row(text.substring(start, end));
    } else if (text.charAt(start) == '|' || text.charAt(start) == '!') {
      boolean caption = text.startsWith("|+", start);
      var cells = text.substring(start + (caption ? 2 : 1), end);
      cells(cells, caption ? Tag.CAPTION : text.charAt(start) == '!' ? Tag.TH : Tag.TD);
    } else {
      out.append(text, from, end);
    }
  }

  private void begin(String indent, String attributes) {
    int indents = (int) indent.chars().filter(letter -> letter == ':').count();
    page.allowance.depth(tables.size());
    for (int i = 0; i < indents; i++) {
      draft.open(out, Tag.DL);
      draft.open(out, Tag.DD);
    }
    draft.append(out, new Token.Open(Tag.TABLE, attributes(attributes)));
    tables.add(new Open(indents));
  }

  private void end(String rest) {
    var table = tables.remove(tables.size() - 1);
    if (!table.hasRows) {
      draft.open(out, Tag.TR);
      draft.open(out, Tag.TD);
      draft.close(out, Tag.TD);
      draft.close(out, Tag.TR);
    }
    endRow(table);
    draft.close(out, Tag.TABLE);
    out.append(rest);
    for (int i = 0; i < table.indents; i++) {
      draft.close(out, Tag.DD);
      draft.close(out, Tag.DL);
    }
  }

  private void endRow(Open table) {
    endCell(table);
    if (table.inRow) {
      draft.close(out, Tag.TR);
      table.inRow = false;
    }
  }

  private void endCell(Open table) {
    if (table.cell != null) {
      draft.close(out, table.cell);
      table.cell = null;
    }
  }

  private void row(String line) {
    int at = 1;
    while (at < line.length() && line.charAt(at) == '-') {
      at++;
    }
    var table = top();
    endRow(table);
    table.rowAttributes = attributes(line.substring(at));
    table.hasRows = true;
    table.inRow = false;
  }

  private Open top() {
    return tables.get(tables.size() - 1);
  }

  private void cells(String line, Tag tag) {
    var cells = tag == Tag.TH ? line.replace("!!", "||") : line;
    int from = 0;
    while (from >= 0) {
      int end = cells.indexOf("||", from);
      cell(cells.substring(from, end < 0 ? cells.length() : end), tag);
      from = end < 0 ? -1 : end + 2;
    }
  }

  private void cell(String text, Tag tag) {
    page.allowance.step();
    var table = top();
    endCell(table);
    if (tag == Tag.CAPTION) {
      if (table.inRow) {
        endRow(table);
      }
    } else if (!table.inRow) {
      draft.append(out, new Token.Open(Tag.TR, table.rowAttributes));
      out.append('\n');
      table.rowAttributes = List.of();
      table.inRow = true;
      table.hasRows = true;
    } else {
      out.append('\n');
    }
    int pipe = text.indexOf('|');
    boolean link = pipe >= 0 && text.lastIndexOf("[[", pipe) >= 0;
    boolean hasAttributes = pipe >= 0 && !link;
    var attributes = hasAttributes ? attributes(text.substring(0, pipe)) : List.<String>of();
    draft.append(out, new Token.Open(tag, attributes));
    out.append((hasAttributes ? text.substring(pipe + 1) : text).strip());
    table.cell = tag;
  }

  private List<String> attributes(String text) {
    return Attributes.read(draft.text(text));
  }
}
