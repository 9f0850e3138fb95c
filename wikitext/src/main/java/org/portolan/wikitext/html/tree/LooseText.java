package org.portolan.wikitext.html.tree;

import java.util.List;
import org.portolan.wikitext.limit.Allowance;

/**
 * Puts paragraphs around text and inline elements that stand beside blocks, in the page itself and
 * in quotations, as MediaWiki does with the tree of a page. White space between blocks stays as it
 * is. A formatting element that contains a block is divided, so that the text before and after the
 * block gets paragraphs.
 */
public final class LooseText {
  private final Allowance allowance;

  /** The length of the tags that divisions have added. */
  private long copied;

  private LooseText(Allowance allowance) {
    this.allowance = allowance;
  }

  /** Changes the tree under a root. */
  public static void wrap(Element root, Allowance allowance) {
    var loose = new LooseText(allowance);
    loose.survey(root);
    loose.wrapChildren(root);
    loose.visit(root);
  }

  /** Wraps in every quotation; not recursive over siblings, so the depth is that of the tree. */
  private void visit(Element parent) {
    for (var node = parent.first; node != null; node = node.next) {
      if (node instanceof Element element) {
        allowance.step();
        if (element.tag() == Tag.BLOCKQUOTE) {
          wrapChildren(element);
        }
        visit(element);
        markEmpty(element);
      }
    }
  }

  private static void markEmpty(Element element) {
    var tag = element.tag();
    if ((tag == Tag.P || tag == Tag.LI || tag == Tag.TR)
        && element.attributes.isEmpty()
        && isEmpty(element)) {
      element.attributes = List.of("class", "mw-empty-elt");
    }
  }

  private static boolean isEmpty(Element element) {
    for (var node = element.first; node != null; node = node.next) {
      if (!(node instanceof Text text && text.isBlank())) {
        return false;
      }
    }
    return true;
  }

  private void wrapChildren(Element parent) {
    Element paragraph = null;
    var node = parent.first;
    while (node != null) {
      var next = node.next;
      if (node.fostered) {
        paragraph = null;
      } else if (node instanceof Text text) {
        if (paragraph == null && !text.isBlank()) {
          paragraph = paragraphBefore(parent, node);
        }
        if (paragraph != null) {
          paragraph.append(node);
        }
      } else if (node instanceof Element element && element.tag().is(Tag.INLINE)) {
        if (!element.containsBlock) {
          if (paragraph == null) {
            paragraph = paragraphBefore(parent, node);
          }
          paragraph.append(node);
        } else if (element.tag().is(Tag.FORMATTING) && element.containsLoose) {
          next = divide(element);
        } else {
          paragraph = null;
        }
      } else {
        paragraph = null;
      }
      node = next;
    }
  }

  /** Notes for each element what is in it, so that no part of the tree is searched repeatedly. */
  private void survey(Element parent) {
    for (var node = parent.first; node != null; node = node.next) {
      allowance.step();
      if (node instanceof Element element) {
        survey(element);
        parent.containsBlock |= !element.tag().is(Tag.INLINE) || element.containsBlock;
        parent.containsLoose |= isInlineOnly(node) || (isDivisible(node) && element.containsLoose);
      } else if (node instanceof Text text) {
        parent.containsLoose |= !text.isBlank();
      }
    }
  }

  private static boolean isDivisible(Node node) {
    return node instanceof Element element && element.tag().is(Tag.FORMATTING);
  }

  /** Replaces an element by parts of it, with blocks or without, and returns the first. */
  private Node divide(Element element) {
    var parent = element.parent;
    Node first = null;
    Element part = null;
    boolean partInline = false;
    while (element.first != null) {
      var node = element.first;
      if (isDivisible(node) && !isInlineOnly(node) && ((Element) node).containsLoose) {
        node = divide((Element) node);
      }
      boolean inline = node instanceof Text || isInlineOnly(node);
      if (part == null || inline != partInline) {
        part = element.copy();
        copied += element.tag().name.length() + 2;
        allowance.html(copied);
        part.containsBlock = !inline;
        parent.insert(part, element);
        first = first == null ? part : first;
        partInline = inline;
      }
      part.append(node);
    }
    element.detach();
    return first;
  }

  private static boolean isInlineOnly(Node node) {
    return node instanceof Element element
        && element.tag().is(Tag.INLINE)
        && !element.containsBlock;
  }

  private static Element paragraphBefore(Element parent, Node node) {
    var paragraph = new Element(Tag.P, List.of());
    parent.insert(paragraph, node);
    return paragraph;
  }
}
