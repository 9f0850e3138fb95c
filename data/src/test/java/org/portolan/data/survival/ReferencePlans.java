package org.portolan.data.survival;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.portolan.data.history.Model;
import org.portolan.data.history.Operation;
import org.portolan.design.Design;
import org.portolan.design.DesignReader;
import org.portolan.design.EntityDesign;
import org.portolan.design.PortableDesign;
import org.portolan.engine.Capabilities;
import org.portolan.engine.Durability;
import org.portolan.types.Tuple;

/**
 * Every kind of write that makes or ends references: of orders to customers, whose deletion they
 * restrict, and of lines to orders and of parts to lines, with which they are deleted.
 */
final class ReferencePlans {
  /** Lines more than one write deletes by references. */
  static final int LINES_MANY = 103;

  private static final String DESIGN =
      """
      format: 1
      design: referring
      entities:
        customer:
          key: {id: text}
          families: {main: {name: text}}
        order:
          key: {id: long}
          families: {main: {customer: text, note: text}}
          references:
            customer: {on: [customer], to: customer, shards: 2}
          indexes:
            orders_of_customer: {on: [customer], layout: single}
          counters:
            orders: {layout: single}
        line:
          key: {order: long, number: int}
          families: {main: {what: text}}
          references:
            order: {on: [order], to: order, on-delete: cascade}
        part:
          key: {id: long}
          families: {main: {line_order: long, line_number: int}}
          references:
            line: {on: [line_order, line_number], to: line, on-delete: cascade, shards: 1}
      """;

  private final EntityDesign customer;
  private final EntityDesign order;
  private final EntityDesign line;
  private final EntityDesign part;
  private final Model before;

  ReferencePlans(Design design) {
    customer = design.entity("customer").orElseThrow();
    order = design.entity("order").orElseThrow();
    line = design.entity("line").orElseThrow();
    part = design.entity("part").orElseThrow();
    before = new Model(design);
    List.of(
            customer("anna"),
            customer("bob"),
            customer("carl"),
            order(1, "anna"),
            order(2, "anna"),
            order(3, null),
            line(1, 1),
            line(1, 2),
            line(2, 1),
            part(1, 1, 1),
            part(2, 1, 1),
            part(3, 2, 1))
        .forEach(operation -> operation.apply(before));
  }

  /** Returns the design for an engine. */
  static Design design(Capabilities engine) {
    return PortableDesign.concrete(DesignReader.read(DESIGN, "referring"), engine.items());
  }

  /** Returns the state in which every plan begins. */
  Model before() {
    return before;
  }

  /** Returns the state of an order with more lines than one write deletes by references. */
  Model manyLines() {
    Model many = before.copy();
    for (int number = 1; number <= LINES_MANY; number++) {
      line(1, number).apply(many);
    }
    return many;
  }

  private Operation customer(String id) {
    return new Operation.Put(customer, Tuple.of(id), Map.of("name", "name of " + id));
  }

  private Operation order(long id, String of) {
    return new Operation.Put(order, Tuple.of(id), referring(of));
  }

  private static Map<String, Object> referring(String customer) {
    Map<String, Object> values = new HashMap<>();
    values.put("customer", customer);
    return values;
  }

  private Operation line(long of, int number) {
    return new Operation.Put(line, Tuple.of(of, number), Map.of("what", "thing"));
  }

  private Operation part(long id, long lineOrder, int lineNumber) {
    return new Operation.Put(
        part, Tuple.of(id), Map.of("line_order", lineOrder, "line_number", lineNumber));
  }

  private static Operation delete(EntityDesign entity, Object... key) {
    return new Operation.Delete(entity, new Tuple(Arrays.asList(key)));
  }

  private Operation move(long id, String to) {
    return new Operation.Update(order, Tuple.of(id), referring(to));
  }

  List<Plan> all() {
    return List.of(
        synced("insert", new Operation.Insert(order, Tuple.of(4L), referring("bob"))),
        synced("insert with its targets", line(5, 1), order(5, "dora"), customer("dora")),
        synced("insert without a target", order(4, "nobody")),
        synced("move", move(1, "bob")),
        synced("move without a target", move(1, "nobody")),
        synced("end", move(2, null)),
        synced("exchange", move(1, "carl"), move(2, null), move(3, "bob")),
        synced("delete a target that none refers to", delete(customer, "carl")),
        synced("delete restricted", delete(customer, "anna")),
        synced(
            "delete a target left by all", move(1, "bob"), delete(customer, "anna"), move(2, null)),
        synced("delete and insert a target", delete(customer, "anna"), customer("anna")),
        synced("delete a referring row", delete(part, 3L)),
        synced("cascade", delete(order, 1L)),
        synced("cascade and insert", delete(line, 1L, 1), line(1, 3), part(4, 1, 3)),
        new Plan(
            "bulk",
            Durability.BUFFERED,
            List.of(order(6, "carl"), order(1, "carl"), order(3, "anna"), order(7, null))));
  }

  /** Returns the plans of which unfinished work is interrupted too. */
  List<Plan> unfinished() {
    return all().stream()
        .filter(plan -> plan.name().equals("exchange") || plan.name().equals("cascade"))
        .toList();
  }

  private static Plan synced(String name, Operation... operations) {
    return new Plan(name, Durability.SYNCED, List.of(operations));
  }
}
