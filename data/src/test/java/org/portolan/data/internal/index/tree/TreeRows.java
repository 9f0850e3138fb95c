package org.portolan.data.internal.index.tree;

import java.util.function.Consumer;
import org.portolan.data.internal.schema.IndexSchema;
import org.portolan.data.internal.schema.StoreSchema;
import org.portolan.design.Design;
import org.portolan.engine.Engine;
import org.portolan.engine.FamilyRead;
import org.portolan.engine.KeyRange;
import org.portolan.engine.Row;
import org.portolan.engine.Scan;
import org.portolan.engine.ScanPage;

/** The nodes in the table of an index, as they are stored. */
final class TreeRows {
  private TreeRows() {}

  static void each(Engine engine, Design design, String indexName, Consumer<Node> nodes) {
    IndexSchema index = new StoreSchema(design).index(indexName);
    Scan scan = Scan.of(index.table(), KeyRange.ALL, 100, FamilyRead.all(index.family()));
    while (true) {
      ScanPage page = engine.scan(scan);
      for (Row row : page.rows()) {
        nodes.accept(
            Node.of(
                    index,
                    index.valueOf(row.key(), java.util.List.of()),
                    row.key().text(row.key().size() - 1),
                    row)
                .orElseThrow());
      }
      if (page.next().isEmpty()) {
        return;
      }
      scan = scan.following(page);
    }
  }
}
