package org.portolan.wikitext.html;

import java.util.LinkedHashMap;
import java.util.Map;
import org.portolan.wikitext.expand.Strip;
import org.portolan.wikitext.html.tree.Tag;

/** The references of a page, by group: marks in the text, and lists of what they refer to. */
final class References {
  /** One reference; a name may make several marks for it. */
  private static final class Reference {
    final int id;
    final int number;
    String text = "";
    int marks;

    Reference(int id, int number) {
      this.id = id;
      this.number = number;
    }
  }

  private final Page page;
  private final Draft draft;
  private final Map<String, Map<String, Reference>> groups = new LinkedHashMap<>();

  /** The group of the list whose own content is being read, or null. */
  private String listed;

  private int ids;

  References(Page page) {
    this.page = page;
    this.draft = page.draft;
  }

  /** Appends the mark of a reference. */
  void mark(StringBuilder out, Strip strip) {
    page.allowance.step();
    var group = listed != null ? listed : strip.attributes().getOrDefault("group", "").strip();
    var name = strip.attributes().getOrDefault("name", "").strip();
    var body = strip.body().orElse("");
    if (name.isEmpty() && body.isBlank()) {
      return;
    }
    var references = groups.computeIfAbsent(group, each -> new LinkedHashMap<>());
    // A name cannot contain a line break, so this key is free.
    var key = name.isEmpty() ? "\n" + ids : name;
    var reference = references.get(key);
    if (reference == null) {
      reference = new Reference(++ids, references.size() + 1);
      references.put(key, reference);
    }
    if (reference.text.isEmpty() && !body.isBlank()) {
      reference.text = content(body);
    }
    if (listed == null) {
      reference.marks++;
      var label = group.isEmpty() ? "" : group + " ";
      draft.open(out, Tag.SUP, "class", "reference", "id", backId(reference, reference.marks));
      draft.open(out, Tag.A, "href", "#" + noteId(reference));
      draft.append(out, new Token.Raw("[" + label + reference.number + "]"));
      draft.close(out, Tag.A);
      draft.close(out, Tag.SUP);
    }
  }

  private String content(String body) {
    var group = listed;
    listed = null;
    var content = page.half(body.strip());
    listed = group;
    return content;
  }

  private static String noteId(Reference reference) {
    return "cite_note-" + reference.id;
  }

  private static String backId(Reference reference, int mark) {
    return "cite_ref-" + reference.id + (mark == 1 ? "" : "-" + mark);
  }

  /** Appends the list for a {@code <references>} tag, whose body may define references. */
  void list(StringBuilder out, Strip strip) {
    var group = strip.attributes().getOrDefault("group", "").strip();
    if (listed == null && strip.body().isPresent()) {
      listed = group;
      page.half(strip.body().get());
      listed = null;
    }
    list(out, group);
  }

  private void list(StringBuilder out, String group) {
    var references = groups.remove(group);
    if (references == null) {
      return;
    }
    var list = new StringBuilder();
    draft.open(list, Tag.OL, "class", "references");
    list.append('\n');
    for (var each : references.values()) {
      page.allowance.step();
      item(list, each);
    }
    draft.close(list, Tag.OL);
    draft.append(out, new Token.Nested(list.toString(), true));
  }

  private void item(StringBuilder out, Reference reference) {
    draft.open(out, Tag.LI, "id", noteId(reference));
    draft.open(out, Tag.SPAN, "class", "mw-cite-backlink");
    if (reference.marks <= 1) {
      back(out, reference, 1, "↑");
    } else {
      out.append('↑');
      for (int i = 1; i <= reference.marks; i++) {
        page.allowance.step();
        out.append(' ');
        draft.open(out, Tag.SUP);
        back(out, reference, i, Integer.toString(i));
        draft.close(out, Tag.SUP);
      }
    }
    draft.close(out, Tag.SPAN);
    out.append(' ');
    draft.open(out, Tag.SPAN, "class", "reference-text");
    out.append(reference.text);
    draft.close(out, Tag.SPAN);
    draft.close(out, Tag.LI);
    out.append('\n');
  }

  private void back(StringBuilder out, Reference reference, int mark, String text) {
    draft.open(out, Tag.A, "href", "#" + backId(reference, mark));
    out.append(text);
    draft.close(out, Tag.A);
  }

  /** Appends the lists of all groups that the text does not list. */
  void listRest(StringBuilder out) {
    while (!groups.isEmpty()) {
      out.append('\n');
      list(out, groups.keySet().iterator().next());
    }
  }
}
