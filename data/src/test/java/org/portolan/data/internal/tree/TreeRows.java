package org.portolan.data.internal.tree;

import java.util.function.Consumer;
import org.portolan.data.internal.schema.StoreSchema;
import org.portolan.data.internal.schema.TreeSchema;
import org.portolan.design.Design;
import org.portolan.engine.Engine;
import org.portolan.engine.FamilyRead;
import org.portolan.engine.KeyRange;
import org.portolan.engine.Row;
import org.portolan.engine.Scan;
import org.portolan.engine.ScanPage;

/** The nodes in the table of an index or a collection, as they are stored. */
final class TreeRows {
  private TreeRows() {}

  static TreeSchema tree(Design design, String name) {
    return new StoreSchema(design)
        .trees().stream().filter(tree -> tree.name().equals(name)).findFirst().orElseThrow();
  }

  static void each(Engine engine, Design design, String name, Consumer<Node> nodes) {
    TreeSchema tree = tree(design, name);
    Scan scan = Scan.of(tree.table(), KeyRange.ALL, 100, FamilyRead.all(tree.family()));
    while (true) {
      ScanPage page = engine.scan(scan);
      for (Row row : page.rows()) {
        nodes.accept(
            Node.of(tree, tree.valueOf(row.key()), tree.nodeOf(row.key()), row).orElseThrow());
      }
      if (page.next().isEmpty()) {
        return;
      }
      scan = scan.following(page);
    }
  }
}
