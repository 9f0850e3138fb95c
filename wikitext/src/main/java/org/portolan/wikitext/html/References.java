package org.portolan.wikitext.html;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.portolan.wikitext.expand.Strip;
import org.portolan.wikitext.html.tree.Tag;

/**
 * The references of a page, by group: marks in the text, and lists of what they refer to. A mistake
 * is shown where its author looks for it: at the mark, or in the list.
 */
final class References {
  private static final Set<String> REF_ATTRIBUTES =
      Set.of("name", "group", "follow", "dir", "extends", "details");

  /** One reference; a name may make several marks for it. */
  private static final class Reference {
    final int id;
    final int number;

    /** Empty if it has none. */
    final String name;

    String source = "";
    final StringBuilder text = new StringBuilder();
    boolean differs;
    int marks;

    Reference(int id, int number, String name) {
      this.id = id;
      this.number = number;
      this.name = name;
    }
  }

  private final Page page;
  private final Draft draft;
  private final Map<String, Map<String, Reference>> groups = new LinkedHashMap<>();

  /** The group of the list whose own content is being read, or null. */
  private String listed;

  /** What is wrong in the list that is being read. */
  private StringBuilder wrong = new StringBuilder();

  private int ids;

  References(Page page) {
    this.page = page;
    this.draft = page.draft;
  }

  /** Appends the mark of a reference. */
  void mark(StringBuilder out, Strip strip) {
    page.allowance.step();
    for (var attribute : strip.attributes().keySet()) {
      if (!REF_ATTRIBUTES.contains(attribute)) {
        error(listed == null ? out : wrong, "attribute", "tag", "ref", "attribute", attribute);
        return;
      }
    }
    var name = attribute(strip, "name");
    if (isNumber(name)) {
      error(listed == null ? out : wrong, "number", "name", name);
    } else if (listed != null) {
      define(strip, name);
    } else {
      use(out, strip, name);
    }
  }

  private static String attribute(Strip strip, String name) {
    return strip.attributes().getOrDefault(name, "").strip();
  }

  private static boolean isNumber(String name) {
    return !name.isEmpty() && name.chars().allMatch(each -> each >= '0' && each <= '9');
  }

  /** Reads a reference in a list: it has no mark, and its text belongs to the marks of its name. */
  private void define(Strip strip, String name) {
    var body = strip.body().orElse("");
    if (name.isEmpty()) {
      error(wrong, "list-nameless");
    } else if (body.isBlank()) {
      error(wrong, "list-empty", "name", name);
    } else if (strip.attributes().containsKey("group")
        && !attribute(strip, "group").equals(listed)) {
      error(wrong, "list-group", "name", name);
    } else {
      text(reference(listed, name), body);
    }
  }

  private void use(StringBuilder out, Strip strip, String name) {
    var body = strip.body().orElse("");
    var group = attribute(strip, "group");
    var followed = attribute(strip, "follow");
    if (!followed.isEmpty()) {
      follow(out, group, followed, body);
      return;
    }
    if (name.isEmpty() && body.isBlank()) {
      error(out, "nameless");
      return;
    }
    var reference = reference(group, name);
    if (!body.isBlank()) {
      text(reference, body);
    }
    reference.marks++;
    var label = group.isEmpty() ? "" : group + " ";
    draft.open(out, Tag.SUP, "class", "reference", "id", backId(reference, reference.marks));
    draft.open(out, Tag.A, "href", "#" + noteId(reference));
    draft.append(out, new Token.Raw("[" + label + reference.number + "]"));
    draft.close(out, Tag.A);
    draft.close(out, Tag.SUP);
  }

  /** Adds a text to an earlier reference, as the notes of a book go on at the next page. */
  private void follow(StringBuilder out, String group, String name, String body) {
    var followed = groups.getOrDefault(group, Map.of()).get(name);
    if (followed == null) {
      error(out, "follow", "name", name);
    } else {
      followed.text.append(' ').append(content(body));
    }
  }

  private Reference reference(String group, String name) {
    var references = groups.computeIfAbsent(group, each -> new LinkedHashMap<>());
    // A name cannot contain a line break, so this key is free.
    var key = name.isEmpty() ? "\n" + ids : name;
    var reference = references.get(key);
    if (reference == null) {
      reference = new Reference(++ids, references.size() + 1, name);
      references.put(key, reference);
    }
    return reference;
  }

  private void text(Reference reference, String body) {
    if (reference.text.isEmpty()) {
      reference.source = body.strip();
      reference.text.append(content(body));
    } else if (!reference.source.equals(body.strip()) && body.indexOf(Strip.MARK) < 0) {
      // Tags in a text have other markers each time, so such texts cannot be compared.
      reference.differs = true;
    }
  }

  private String content(String body) {
    var group = listed;
    listed = null;
    var content = page.half(body.strip());
    listed = group;
    return content;
  }

  private void error(StringBuilder out, String kind, Object... arguments) {
    if (out == wrong && !out.isEmpty()) {
      out.append(' ');
    }
    var attributes = page.error();
    draft.open(out, Tag.SPAN, attributes);
    draft.append(out, new Token.Raw(page.messages.of("reference." + kind, arguments)));
    draft.close(out, Tag.SPAN);
  }

  private static String noteId(Reference reference) {
    return "cite_note-" + reference.id;
  }

  private static String backId(Reference reference, int mark) {
    return "cite_ref-" + reference.id + (mark == 1 ? "" : "-" + mark);
  }

  /** Appends the list for a {@code <references>} tag, whose body may define references. */
  void list(StringBuilder out, Strip strip) {
    var group = attribute(strip, "group");
    var around = wrong;
    wrong = new StringBuilder();
    if (listed == null && strip.body().isPresent()) {
      listed = group;
      page.half(strip.body().get());
      listed = null;
    }
    list(out, group);
    if (!wrong.isEmpty()) {
      out.append('\n').append(wrong);
    }
    wrong = around;
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
    if (reference.marks > 0) {
      backs(out, reference);
    }
    draft.open(out, Tag.SPAN, "class", "reference-text");
    out.append(reference.text);
    draft.close(out, Tag.SPAN);
    if (reference.text.isEmpty()) {
      error(out, "undefined", "name", reference.name);
    } else if (reference.marks == 0) {
      error(out.append(' '), "unused", "name", reference.name);
    } else if (reference.differs) {
      error(out.append(' '), "differs", "name", reference.name);
    }
    draft.close(out, Tag.LI);
    out.append('\n');
  }

  private void backs(StringBuilder out, Reference reference) {
    draft.open(out, Tag.SPAN, "class", "mw-cite-backlink");
    if (reference.marks == 1) {
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
