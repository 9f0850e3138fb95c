package org.portolan.advisor.infer;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.portolan.advisor.schema.ForeignKey;
import org.portolan.advisor.schema.Key;
import org.portolan.advisor.schema.RelationalSchema;
import org.portolan.advisor.schema.Table;
import org.portolan.advisor.statistics.Inclusion;

/** Finds the relationships between the tables of a schema. */
public final class Relationships {
  private Relationships() {}

  /**
   * Returns all relationships for which there is evidence, the surest first, then by name.
   *
   * @param statements the workload; may be empty
   * @param inclusions what was found of the values; may be empty
   */
  public static List<Relationship> of(
      RelationalSchema schema, List<Statement> statements, List<Inclusion> inclusions) {
    Candidates candidates = new Candidates();
    for (Table table : schema.tables()) {
      for (ForeignKey key : table.foreignKeys()) {
        declared(schema, table, key, candidates);
      }
    }
    new NamedReferences(schema).addTo(candidates);
    new JoinedReferences(schema, candidates).add(statements);
    return candidates.relationships(inclusions);
  }

  private static void declared(
      RelationalSchema schema, Table from, ForeignKey key, Candidates candidates) {
    Optional<Table> to = schema.table(key.table());
    if (to.isEmpty()) {
      return;
    }
    List<String> referenced =
        key.referenced().isEmpty()
            ? to.get().primaryKey().map(Key::columns).orElse(List.of())
            : key.referenced();
    if (referenced.size() == key.columns().size()) {
      String text =
          "declared"
              + (key.name().isEmpty() ? "" : " as " + key.name())
              + (key.onDelete().isEmpty()
                  ? ""
                  : ", on delete " + key.onDelete().toLowerCase(Locale.ROOT));
      candidates.add(
          from, key.columns(), to.get(), referenced, new Evidence(Evidence.Kind.DECLARED, text, 1));
    }
  }
}
