package org.portolan.wikitext.html.tree;

/**
 * HTML5's rules for formatting elements that end in another order than they began, such as {@code
 * <b><p></b></p>}: the adoption agency algorithm, and the reconstruction of the active formatting
 * elements in the next block.
 */
final class Adoption {
  private static final int OUTER_ROUNDS_MAX = 8;
  private static final int INNER_ROUNDS_ACTIVE_MAX = 3;

  private final OpenElements open;
  private final ActiveFormatting formatting;
  private final InsertionPlace place;

  Adoption(OpenElements open, ActiveFormatting formatting, InsertionPlace place) {
    this.open = open;
    this.formatting = formatting;
    this.place = place;
  }

  /** Opens the active formatting elements again that the end of a block has closed. */
  void reconstruct() {
    int at = formatting.size() - 1;
    if (at < 0 || isOpenOrMarker(at)) {
      return;
    }
    while (at > 0 && !isOpenOrMarker(at - 1)) {
      at--;
    }
    for (; at < formatting.size(); at++) {
      var element = formatting.get(at).copy();
      place.insert(element);
      formatting.set(at, element);
    }
  }

  private boolean isOpenOrMarker(int entry) {
    var element = formatting.get(entry);
    return element == null || open.indexOf(element) >= 0;
  }

  /** Ends the formatting element of this name. */
  void end(Tag tag) {
    if (open.current().tag() == tag && formatting.indexOf(open.current()) < 0) {
      open.pop();
      return;
    }
    for (int round = 0; round < OUTER_ROUNDS_MAX; round++) {
      var element = formatting.last(tag);
      if (element == null) {
        open.endOther(tag);
        return;
      }
      int index = open.indexOf(element);
      if (index < 0) {
        formatting.remove(element);
        return;
      }
      if (!isInScope(index)) {
        return;
      }
      int block = furthestBlock(index);
      if (block < 0) {
        open.popThrough(element);
        formatting.remove(element);
        return;
      }
      moveOutOf(element, index, block);
    }
  }

  private boolean isInScope(int index) {
    for (int i = open.size() - 1; i > index; i--) {
      if (open.get(i).tag().is(Tag.SCOPE)) {
        return false;
      }
    }
    return true;
  }

  private int furthestBlock(int index) {
    for (int i = index + 1; i < open.size(); i++) {
      if (open.get(i).tag().is(Tag.SPECIAL)) {
        return i;
      }
    }
    return -1;
  }

  /**
   * Makes the block a sibling of the formatting element, with a copy of that around its content.
   */
  private void moveOutOf(Element element, int index, int block) {
    var furthest = open.get(block);
    var ancestor = open.get(index - 1);
    int bookmark = formatting.indexOf(element);
    Node last = furthest;
    int inner = 0;
    for (int i = block - 1; i > index; i--) {
      var node = open.get(i);
      inner++;
      int active = formatting.indexOf(node);
      if (active >= 0 && inner > INNER_ROUNDS_ACTIVE_MAX) {
        formatting.remove(node);
        if (active < bookmark) {
          bookmark--;
        }
        active = -1;
      }
      if (active < 0) {
        open.remove(node);
        continue;
      }
      var copy = node.copy();
      place.count(copy);
      formatting.set(active, copy);
      open.set(i, copy);
      if (last == furthest) {
        bookmark = active + 1;
      }
      copy.append(last);
      last = copy;
    }
    last.detach();
    place.insertInto(ancestor, last);
    var copy = element.copy();
    place.count(copy);
    furthest.moveChildren(copy);
    furthest.append(copy);
    int old = formatting.indexOf(element);
    formatting.remove(element);
    formatting.insert(old < bookmark ? bookmark - 1 : bookmark, copy);
    open.remove(element);
    open.insert(open.indexOf(furthest) + 1, copy);
  }
}
