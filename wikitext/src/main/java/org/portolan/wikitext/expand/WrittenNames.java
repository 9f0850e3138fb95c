package org.portolan.wikitext.expand;

import java.util.ArrayDeque;
import org.portolan.wikitext.expand.Node.Argument;
import org.portolan.wikitext.expand.Node.Call;
import org.portolan.wikitext.expand.Node.Part;
import org.portolan.wikitext.expand.Node.Sequence;
import org.portolan.wikitext.expand.Node.Tag;
import org.portolan.wikitext.site.Namespace;

/** Finds the pages that a text names without a computation, in branches that nobody takes too. */
final class WrittenNames {
  private final Functions functions;
  private final Pages pages;

  /** Whether only pages count that a text about to be saved copies. */
  private final boolean copies;

  WrittenNames(Functions functions, Pages pages, boolean copies) {
    this.functions = functions;
    this.pages = pages;
    this.copies = copies;
  }

  void collect(ParsedText text) {
    var open = new ArrayDeque<Node>();
    open.push(text.root());
    while (!open.isEmpty()) {
      var node = open.pop();
      if (node instanceof Sequence sequence) {
        for (var each : sequence.nodes()) {
          add(each, open);
        }
      } else if (node instanceof Call call) {
        named(call);
        add(call.name(), open);
        addAll(call.parts(), open);
      } else if (node instanceof Argument argument) {
        add(argument.name(), open);
        addAll(argument.parts(), open);
      } else if (node instanceof Tag tag && tag.parsed() != null) {
        add(tag.parsed().root(), open);
      }
    }
  }

  private static void addAll(Part[] parts, ArrayDeque<Node> open) {
    for (var part : parts) {
      if (part.name() != null) {
        add(part.name(), open);
      }
      add(part.value(), open);
    }
  }

  private static void add(Node node, ArrayDeque<Node> open) {
    if (Node.written(node) == null) {
      open.push(node);
    }
  }

  private void named(Call call) {
    var written = Node.written(call.name());
    if (written == null) {
      return;
    }
    var trimmed = written.trim();
    if (copies) {
      int copied = functions.substitutionEnd(trimmed);
      if (copied < 0) {
        return;
      }
      trimmed = trimmed.substring(copied);
    }
    int from = functions.modifiersEnd(trimmed);
    if (from < 0) {
      return;
    }
    var name = trimmed.substring(from);
    int colon = name.indexOf(':');
    if (call.parts().length == 0 && functions.variable(name) != null) {
      return;
    }
    var word = colon > 0 ? name.substring(0, colon) : "";
    if (word.equalsIgnoreCase("#ifexist")) {
      pages
          .linked(name.substring(colon + 1).trim())
          .filter(title -> title.namespace() >= 0)
          .ifPresent(title -> pages.probe(title.full()));
    } else if (colon <= 0 || functions.function(word) == null) {
      pages
          .title(name)
          .filter(title -> title.namespace() >= 0 && title.namespace() != Namespace.MODULE)
          .ifPresent(title -> pages.include(title.full()));
    }
  }
}
