package org.portolan.wikitext.expand;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.portolan.wikitext.expand.Node.Argument;
import org.portolan.wikitext.expand.Node.Call;
import org.portolan.wikitext.expand.Node.Part;
import org.portolan.wikitext.expand.Node.Sequence;
import org.portolan.wikitext.expand.Node.Tag;
import org.portolan.wikitext.expand.Node.Text;
import org.portolan.wikitext.expand.Node.Verbatim;
import org.portolan.wikitext.limit.Allowance;
import org.portolan.wikitext.site.Namespace;
import org.portolan.wikitext.site.Title;

/**
 * One pass over a page's text, in which every call is replaced by its result. Used once, by one
 * thread. Recursion is bounded by the allowed depth.
 */
final class Expansion {
  private final Surroundings surroundings;
  private final PageFacts page;
  private final Pages pages;
  private final Allowance allowance;
  private final Set<String> templates = new TreeSet<>();
  private final List<Strip> strips = new ArrayList<>();
  private Optional<String> sortKey = Optional.empty();
  private Optional<String> displayTitle = Optional.empty();
  private Optional<Duration> lifetime = Optional.empty();
  private int depth;

  /** Whether the text is about to be saved: then only what asks for a copy is replaced. */
  private final boolean saving;

  Expansion(
      Surroundings surroundings, PageFacts page, Pages pages, Allowance allowance, boolean saving) {
    this.surroundings = surroundings;
    this.page = page;
    this.pages = pages;
    this.allowance = allowance;
    this.saving = saving;
  }

  Expanded run(ParsedText text) {
    var result = text(text.root(), new Frame(page.title(), null, Map.of()));
    return new Expanded(result, strips, pages.used(), templates, sortKey, displayTitle, lifetime);
  }

  Surroundings surroundings() {
    return surroundings;
  }

  PageFacts page() {
    return page;
  }

  Pages pages() {
    return pages;
  }

  boolean saving() {
    return saving;
  }

  Allowance allowance() {
    return allowance;
  }

  /** Says which module the text invokes. */
  void invoked(Title module) {
    templates.add(module.full());
  }

  void sortKey(String key) {
    sortKey = Optional.of(key);
  }

  void displayTitle(String title) {
    displayTitle = Optional.of(title);
  }

  /** Says that the text is right for this time only. */
  void validFor(Duration time) {
    if (lifetime.isEmpty() || lifetime.get().compareTo(time) > 0) {
      lifetime = Optional.of(time);
    }
  }

  /** Returns the marker of a new strip. */
  String strip(Strip strip) {
    allowance.expanded(strip.body().map(String::length).orElse(0));
    strips.add(strip);
    return Strip.marker(strips.size() - 1);
  }

  String text(Node node, Frame frame) {
    if (node instanceof Text text) {
      return text.text();
    }
    var out = new StringBuilder();
    append(node, frame, out);
    return out.toString();
  }

  String text(Part part, Frame frame) {
    if (part.name() == null) {
      return text(part.value(), frame);
    }
    var out = new StringBuilder();
    append(part, frame, out);
    return out.toString();
  }

  private void append(Part part, Frame frame, StringBuilder out) {
    if (part.name() != null) {
      append(part.name(), frame, out);
      out.append('=');
    }
    append(part.value(), frame, out);
  }

  private void append(Node node, Frame frame, StringBuilder out) {
    if (node instanceof Text text) {
      out.append(text.text());
    } else if (node instanceof Sequence sequence) {
      for (var each : sequence.nodes()) {
        append(each, frame, out);
      }
    } else {
      allowance.expansion();
      allowance.depth(++depth);
      int from = out.length();
      if (node instanceof Call call) {
        appendCall(call, frame, out);
      } else if (node instanceof Argument argument) {
        appendArgument(argument, frame, out);
      } else if (node instanceof Tag tag) {
        appendTag(tag, frame, out);
      } else if (node instanceof Verbatim verbatim) {
        out.append(strip(new Strip(Strip.SOURCE, Map.of(), Optional.of(verbatim.source()))));
      }
      // Not in a finally clause: after a limit nothing is expanded any more.
      depth--;
      allowance.expanded(out.length() - from);
    }
  }

  private void appendTag(Tag tag, Frame frame, StringBuilder out) {
    var body = tag.body();
    if (tag.parsed() != null) {
      body = Optional.of(text(tag.parsed().root(), frame));
    }
    out.append(strip(new Strip(tag.name(), tag.attributes(), body)));
  }

  private void appendArgument(Argument argument, Frame frame, StringBuilder out) {
    var name = text(argument.name(), frame);
    var value = frame.value(name.trim());
    if (value != null) {
      out.append(value.text(this));
    } else if (argument.parts().length > 0 && (!saving || frame.included())) {
      append(argument.parts()[0], frame, out);
    } else {
      out.append("{{{").append(name);
      for (var part : argument.parts()) {
        append(part, frame, out.append('|'));
      }
      out.append("}}}");
    }
  }

  private void appendCall(Call call, Frame frame, StringBuilder out) {
    var written = text(call.name(), frame);
    int from = out.length();
    if (!appendResult(call, written.trim(), frame, out)) {
      out.append("{{").append(written);
      for (var part : call.parts()) {
        append(part, frame, out.append('|'));
      }
      out.append("}}");
    } else if (!call.lineStart() && startsLine(out, from)) {
      out.insert(from, '\n');
    }
  }

  /** Returns whether a result means a table or a list, which only begins at the start of a line. */
  private static boolean startsLine(StringBuilder out, int from) {
    if (from == out.length()) {
      return false;
    }
    return switch (out.charAt(from)) {
      case '*', '#', ':', ';' -> true;
      case '{' -> from + 1 < out.length() && out.charAt(from + 1) == '|';
      default -> false;
    };
  }

  private boolean appendResult(Call call, String trimmed, Frame frame, StringBuilder out) {
    var functions = surroundings.functions();
    int copied = saving ? functions.substitutionEnd(trimmed) : 0;
    if (copied < 0) {
      return false;
    }
    var written = trimmed.substring(copied);
    int from = functions.modifiersEnd(written);
    if (from < 0) {
      // Only a save substitutes.
      return false;
    }
    var name = written.substring(from);
    boolean source = from > 0 && functions.asksForSource(written.substring(0, from));
    if (call.parts().length == 0) {
      var variable = functions.variable(name);
      if (variable != null) {
        return append(variable.apply(new Invocation(this, frame)), out);
      }
    }
    int colon = name.indexOf(':');
    if (colon > 0) {
      var function = functions.function(name.substring(0, colon));
      if (function != null) {
        var first = name.substring(colon + 1).trim();
        return append(function.apply(new Invocation(this, frame, first, call.parts())), out);
      }
    }
    var title = pages.title(name);
    return title.isPresent() && appendPage(title.get(), call, source, frame, out);
  }

  private static boolean append(String result, StringBuilder out) {
    if (result == null) {
      return false;
    }
    out.append(result);
    return true;
  }

  private boolean appendPage(
      Title title, Call call, boolean source, Frame frame, StringBuilder out) {
    if (title.namespace() < 0 || title.namespace() == Namespace.MODULE) {
      if (saving) {
        return false;
      }
      out.append("[[:").append(title).append("]]");
      return true;
    }
    var target = pages.target(title.full(), templates::add);
    if (target.isEmpty()) {
      var standard = InterfaceMessages.find(surroundings.site(), title);
      out.append(standard.orElse(saving ? "" : "[[:" + title + "]]"));
      return !saving || standard.isPresent();
    }
    var full = target.get();
    if (source) {
      out.append(strip(new Strip("nowiki", Map.of(), Optional.of(pages.source(full)))));
    } else if (frame.within(full)) {
      var loop = surroundings.messages().of("template-loop", "title", "[[:" + full + "]]");
      out.append("<span class=\"error\">").append(loop).append("</span>");
    } else {
      // Of a redirect the target's title is in normal form already.
      var found =
          full.equals(title.full()) ? title : surroundings.site().pageTitle(full).orElse(title);
      var inner = new Frame(found, frame, values(call, frame));
      append(pages.parsed(full).root(), inner, out);
    }
    return true;
  }

  /**
   * Returns the text of a page as if it were included without arguments; empty if it is missing.
   */
  Optional<String> included(Title title, Frame frame) {
    return pages
        .target(title.full(), templates::add)
        .filter(full -> !frame.within(full))
        .map(full -> text(pages.parsed(full).root(), new Frame(title, frame, Map.of())));
  }

  private Map<String, Frame.Value> values(Call call, Frame frame) {
    if (call.parts().length == 0) {
      return Map.of();
    }
    Map<String, Frame.Value> values =
        call.parts().length < 8 ? new LinkedHashMap<>() : new HashMap<>();
    int position = 0;
    for (var part : call.parts()) {
      boolean named = part.name() != null;
      var name = named ? text(part.name(), frame).trim() : Integer.toString(++position);
      values.put(name, new Frame.Value(part.value(), frame, named));
    }
    return values;
  }
}
