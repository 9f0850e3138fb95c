package org.portolan.advisor.serve;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.portolan.advisor.shape.Shape;
import org.portolan.advisor.table.PlannedTable;
import org.portolan.advisor.target.Target;
import org.portolan.design.cost.EngineCosts;
import org.portolan.design.cost.MeasuredCosts;

/**
 * A design while it is weighed: the shapes of all tables, and the indexes. Immutable.
 *
 * @param measured what the work of the target costs
 * @param tables by their names in the schema
 * @param shapes of each table
 * @param indexes of each table; those without any may be missing
 */
public record Draft(
    Target target,
    MeasuredCosts measured,
    Map<String, PlannedTable> tables,
    Map<String, Shape> shapes,
    Map<String, List<IndexChoice>> indexes) {

  /** Returns the costs by which drafts are compared. */
  public EngineCosts costs() {
    return measured.costs();
  }

  public Shape shape(String table) {
    return shapes.get(table);
  }

  public boolean isEntity(String table) {
    return shapes.get(table) instanceof Shape.Entity;
  }

  public List<IndexChoice> indexes(String table) {
    return indexes.getOrDefault(table, List.of());
  }

  /** Returns a shape for people, with the owner as the design names it. */
  public String text(Shape shape) {
    return shape instanceof Shape.Owned owned
        ? shape.text().replace(owned.owner(), tables.get(owned.owner()).name())
        : shape.text();
  }

  /** Returns whether each table with an owner has one that is an entity. */
  public boolean isSound() {
    return shapes.values().stream()
        .allMatch(shape -> !(shape instanceof Shape.Owned owned) || isEntity(owned.owner()));
  }

  /** Returns the draft with another shape of a table, and the indexes of no table. */
  public Draft with(String table, Shape shape) {
    Map<String, Shape> others = new LinkedHashMap<>(shapes);
    others.put(table, shape);
    return new Draft(target, measured, tables, others, Map.of());
  }

  /** Returns the draft with other indexes of a table. */
  public Draft with(String table, List<IndexChoice> choices) {
    Map<String, List<IndexChoice>> others = new LinkedHashMap<>(indexes);
    others.put(table, List.copyOf(choices));
    return new Draft(target, measured, tables, shapes, others);
  }

  /** Returns the indexes of all tables, in the order of the schema. */
  public List<IndexChoice> allIndexes() {
    List<IndexChoice> all = new ArrayList<>();
    tables.keySet().forEach(table -> all.addAll(indexes(table)));
    return all;
  }
}
