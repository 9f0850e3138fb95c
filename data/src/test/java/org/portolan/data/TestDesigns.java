package org.portolan.data;

import org.portolan.design.Design;
import org.portolan.design.DesignReader;

/** Designs for tests. */
public final class TestDesigns {
  private TestDesigns() {}

  /** Pages with every storage of collections, every layout of indexes, every kind of counter. */
  public static Design everyLayout() {
    return DesignReader.read(
        """
        format: 1
        design: every-layout
        entities:
          page:
            key: {title: text}
            key-layout: plain
            families:
              main: {text: text, links: set of text}
              meta: {size: int}
            collections:
              cell_notes: {key: {n: int}, storage: cells, columns: {text: text}}
              object_notes: {key: {n: int}, storage: object, columns: {text: text}}
              row_notes: {key: {n: int}, storage: rows, columns: {text: text}}
              tree_notes: {key: {n: int}, storage: object tree(8), columns: {text: text}}
              uncounted_tree: {key: {n: int desc}, storage: object tree(8)}
            indexes:
              cells_delta: {on: [links], layout: 'cells read-delta(2,3)'}
              cells_hashed: {on: [links], layout: cells hashed(3)}
              cells_single: {on: [links], layout: cells single}
              object_delta: {on: [links], layout: 'object read-delta(2,3)'}
              object_hashed: {on: [links], layout: object hashed(3)}
              object_single: {on: [links], layout: object single}
              within: {on: [links], layout: cells single, within: page.backlinks}
            counters:
              cells: {counts: cell_notes, layout: single}
              edits: {counts: row_notes, layout: random(3), transactional: false}
              notes: {counts: row_notes, layout: random(4)}
              objects: {counts: object_notes, layout: single}
              pages: {layout: single}
              sized: {where: size, layout: single}
              trees: {counts: tree_notes, layout: single}
          log:
            key: {name: text}
            key-layout: plain
            families: {main: {version: long}}
        """,
        "every-layout");
  }

  /** Pages whose texts are rows listed by the history, so that no ordered scan is ever needed. */
  public static Design listedRows(String historyStorage) {
    return DesignReader.read(
        """
        format: 1
        design: listed-rows
        entities:
          page:
            key: {title: text}
            key-layout: plain
            families:
              main: {text: text, links: set of text}
            collections:
              history: {key: {n: int desc}, storage: '%s', columns: {author: text}}
              texts: {key: {n: int}, storage: rows, listed-by: history, columns: {text: text}}
            indexes:
              pages: {layout: object hashed(2)}
              backlinks: {on: [links], layout: 'object read-delta(1,2)'}
            counters:
              kept: {counts: texts, layout: single}
        """
            .formatted(historyStorage),
        "listed-rows");
  }

  /** Pages with one index on their links. */
  public static Design oneIndex(String layout) {
    return DesignReader.read(
        """
        format: 1
        design: one-index
        entities:
          page:
            key: {title: text}
            key-layout: plain
            families:
              main: {text: text, version: long, links: set of text}
            indexes:
              backlinks: {on: [links], layout: '%s'}
        """
            .formatted(layout),
        "one-index");
  }

  /** Pages whose titles are compared ignoring case. */
  public static Design collated() {
    return DesignReader.read(
        """
        format: 1
        design: collated
        entities:
          page:
            key: {title: {type: text, collation: ai_ci}}
            key-layout: plain
            families:
              main: {text: text}
        """,
        "collated");
  }
}
