package org.portolan.advisor.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.portolan.advisor.propose.Proposal;
import org.portolan.advisor.shape.Shape;
import org.portolan.advisor.table.PlannedTable;

/**
 * The drawing of what the tables become: tables at the left, entities at the right, a line from
 * each table to the entity that has its rows. Sizes are in pixels.
 */
record Tables(List<Box> tables, List<Box> entities, List<Line> lines, int height) {
  static final int WIDTH = 760;
  static final int BOX_WIDTH = 250;
  static final int BOX_HEIGHT = 24;
  private static final int GAP = 10;

  /** A box with a text, by its left upper corner. */
  record Box(int x, int y, String text) {}

  /**
   * A line from a table to an entity.
   *
   * @param text what the rows become there; empty if they become its rows
   */
  record Line(int y1, int y2, String text) {
    int x1() {
      return BOX_WIDTH;
    }

    int x2() {
      return WIDTH - BOX_WIDTH;
    }

    int textX() {
      return x1() + 12;
    }
  }

  static Tables of(Proposal proposal) {
    // Tables stand beside their entity, so that few lines cross.
    Map<String, List<PlannedTable>> byEntity = new LinkedHashMap<>();
    for (PlannedTable table : proposal.draft().tables().values()) {
      Shape shape = proposal.draft().shape(table.source().name());
      String owner = shape instanceof Shape.Owned owned ? owned.owner() : table.source().name();
      List<PlannedTable> of = byEntity.computeIfAbsent(owner, any -> new ArrayList<>());
      of.add(shape instanceof Shape.Entity ? 0 : of.size(), table);
    }
    List<Box> tables = new ArrayList<>();
    List<Box> entities = new ArrayList<>();
    List<Line> lines = new ArrayList<>();
    int y = 0;
    for (List<PlannedTable> group : byEntity.values()) {
      int first = y;
      for (PlannedTable table : group) {
        Shape shape = proposal.draft().shape(table.source().name());
        tables.add(new Box(0, y, table.source().name()));
        lines.add(new Line(y + BOX_HEIGHT / 2, first + BOX_HEIGHT / 2, text(shape)));
        y += BOX_HEIGHT + GAP;
      }
      entities.add(new Box(WIDTH - BOX_WIDTH, first, group.get(0).name()));
    }
    return new Tables(tables, entities, lines, Math.max(BOX_HEIGHT, y - GAP) + 2);
  }

  private static String text(Shape shape) {
    if (shape instanceof Shape.Items) {
      return "items";
    }
    if (shape instanceof Shape.Part) {
      return "columns";
    }
    return shape instanceof Shape.Elements ? "a set" : "";
  }
}
