package org.portolan.advisor.infer;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.portolan.advisor.schema.Column;
import org.portolan.advisor.schema.Key;
import org.portolan.advisor.schema.RelationalSchema;
import org.portolan.advisor.schema.Table;

/**
 * Relationships that names suggest: {@code user_id} and {@code users.id}, the same name as the key
 * of another table, {@code rev_page} and {@code page.page_id}, and pairs such as {@code
 * pl_namespace, pl_title} and {@code page_namespace, page_title}.
 */
final class NamedReferences {
  private static final double TABLE_AND_KEY = 0.6;
  private static final double TABLE_AND_INDEX = 0.4;
  private static final double TABLE_ALONE = 0.5;
  private static final double SAME_NAME = 0.5;
  private static final double SAME_PARTS = 0.5;
  private static final double OF_PARENT = 0.4;

  /** Names that say nothing about a table. */
  private static final Set<String> COMMON =
      Set.of("id", "name", "key", "value", "type", "code", "title", "uuid", "guid", "tag", "time");

  private static final Set<String> PARENTS = Set.of("parent", "parent_id", "parentid");

  private final RelationalSchema schema;
  private final Names names;
  private final NamedTargets targets;

  /** The tables with unique keys of several columns, and these keys. */
  private final List<Composite> composites = new ArrayList<>();

  NamedReferences(RelationalSchema schema) {
    this.schema = schema;
    this.names = new Names(schema);
    this.targets = new NamedTargets(schema, names);
    for (Table table : schema.tables()) {
      List<Key> keys =
          table.keys().stream()
              .filter(key -> key.isUnique() && key.parts().size() > 1 && !isCopy(table, key))
              .toList();
      if (!keys.isEmpty()) {
        composites.add(new Composite(table, keys));
      }
    }
  }

  /** One suggestion. */
  private record Found(Table to, List<String> columns, String text, double weight) {}

  void addTo(Candidates candidates) {
    for (Table from : schema.tables()) {
      for (Column column : from.columns()) {
        List<Found> found = ofColumn(from, column);
        for (Found one : found) {
          add(candidates, from, List.of(column.name()), one, found.size());
        }
      }
      for (Composite target : composites) {
        if (!target.to().name().equals(from.name())) {
          composite(from, target)
              .ifPresent(parts -> add(candidates, from, parts.from(), parts.found(), 1));
        }
      }
    }
  }

  private static void add(
      Candidates candidates, Table from, List<String> columns, Found found, int rivals) {
    String text = rivals == 1 ? found.text() : found.text() + ", one of " + rivals + " such tables";
    candidates.add(
        from,
        columns,
        found.to(),
        found.columns(),
        new Evidence(Evidence.Kind.NAMED, text, found.weight() / rivals));
  }

  private List<Found> ofColumn(Table from, Column column) {
    List<Found> found = new ArrayList<>();
    for (Table to : targets.namedBy(names.ofColumn(from, column))) {
      if (!to.name().equals(from.name())) {
        byTable(from, column, to).ifPresent(found::add);
      }
    }
    if (found.isEmpty()) {
      for (Table to : targets.withKey(column.name())) {
        if (!to.name().equals(from.name())) {
          byKey(from, column, to).ifPresent(found::add);
        }
      }
    }
    for (String form : names.ofColumn(from, column)) {
      if (PARENTS.contains(form)) {
        single(from)
            .filter(key -> !key.equalsIgnoreCase(column.name()))
            .filter(key -> compatible(from, column, from, key))
            .ifPresent(
                key ->
                    found.add(
                        new Found(
                            from, List.of(key), column.name() + " names a parent", OF_PARENT)));
        break;
      }
    }
    return found;
  }

  private Optional<Found> byTable(Table from, Column column, Table to) {
    Optional<Found> indexed = Optional.empty();
    for (String form : names.ofColumn(from, column)) {
      for (Key key : to.keys()) {
        boolean whole = key.kind() != Key.Kind.FULLTEXT && key.kind() != Key.Kind.SPATIAL;
        if (!whole || key.parts().size() != 1) {
          continue;
        }
        Optional<Found> found = byTable(from, column, form, to, key.columns().get(0));
        if (found.isPresent() && key.isUnique()) {
          return found;
        }
        if (found.isPresent() && found.get().weight() == TABLE_AND_KEY) {
          indexed = found.map(NamedReferences::ofNoUniqueKey);
        }
      }
    }
    return indexed;
  }

  private static Found ofNoUniqueKey(Found found) {
    return new Found(
        found.to(), found.columns(), found.text() + ", which is not unique", TABLE_AND_INDEX);
  }

  private Optional<Found> byKey(Table from, Column column, Table to) {
    return single(to)
        .filter(key -> key.equalsIgnoreCase(column.name()))
        .filter(key -> !COMMON.contains(Names.plain(key)) && !isOwnKey(from, column))
        .filter(key -> compatible(from, column, to, key))
        .map(
            key ->
                new Found(
                    to, List.of(key), key + " is the name of the key of " + to.name(), SAME_NAME));
  }

  /** Two tables with a key of the same name: which of them refers is not told by the name. */
  private static boolean isOwnKey(Table table, Column column) {
    return table
        .primaryKey()
        .filter(key -> key.columns().equals(List.of(column.name())))
        .isPresent();
  }

  private Optional<Found> byTable(Table from, Column column, String form, Table to, String key) {
    if (!compatible(from, column, to, key)) {
      return Optional.empty();
    }
    String bare = names.withoutPrefix(to, key);
    for (String word : names.ofTable(to)) {
      boolean whole =
          form.equals(word + "_" + bare)
              || form.equals(word + bare)
              || form.equals(word + "_" + Names.plain(key));
      if (whole) {
        return Optional.of(
            new Found(
                to,
                List.of(key),
                column.name() + " names " + to.name() + " and its " + key,
                TABLE_AND_KEY));
      }
      boolean primary = single(to).filter(key::equals).isPresent();
      boolean alone = form.equals(word) || (form.equals(word + "_id") && primary);
      if (alone && primary && !names.ofTable(from).contains(word)) {
        return Optional.of(
            new Found(to, List.of(key), column.name() + " names " + to.name(), TABLE_ALONE));
      }
    }
    return Optional.empty();
  }

  /** Returns the only column of the primary key. */
  private static Optional<String> single(Table table) {
    return table
        .primaryKey()
        .filter(key -> key.isUnique() && key.parts().size() == 1)
        .map(key -> key.columns().get(0));
  }

  private static boolean compatible(Table from, Column column, Table to, String key) {
    return Support.isCompatible(from, List.of(column.name()), to, List.of(key));
  }

  private record Composite(Table to, List<Key> keys) {}

  private record Parts(List<String> from, Found found) {}

  /** A unique key of several columns, whose names another table has with its own prefix. */
  private Optional<Parts> composite(Table from, Composite target) {
    return target.keys().stream()
        .map(key -> parts(from, target.to(), key))
        .flatMap(Optional::stream)
        .findFirst();
  }

  /** Whether a table has the key of another, and its name: cron_triggers beside triggers. */
  private boolean isCopy(Table table, Key key) {
    return schema.tables().stream()
        .filter(other -> extendsName(table, other))
        .anyMatch(
            other ->
                other.keys().stream()
                    .anyMatch(
                        same ->
                            same.isUnique()
                                && Set.copyOf(plain(same.columns()))
                                    .equals(Set.copyOf(plain(key.columns())))));
  }

  private boolean extendsName(Table table, Table shorter) {
    return !table.name().equals(shorter.name())
        && names.ofTable(shorter).stream()
            .anyMatch(
                word -> names.ofTable(table).stream().anyMatch(own -> own.endsWith("_" + word)));
  }

  private static List<String> plain(List<String> columns) {
    return columns.stream().map(Names::plain).toList();
  }

  private Optional<Parts> parts(Table from, Table to, Key key) {
    List<String> columns = new ArrayList<>();
    for (String part : key.columns()) {
      String bare = names.withoutPrefix(to, part);
      Optional<Column> same =
          from.columns().stream()
              .filter(column -> names.withoutPrefix(from, column.name()).equals(bare))
              .findFirst();
      if (same.isEmpty()) {
        return Optional.empty();
      }
      columns.add(same.get().name());
    }
    boolean mirrored = from.isUnique(columns) && !extendsName(from, to);
    if (mirrored || !Support.isCompatible(from, columns, to, key.columns())) {
      return Optional.empty();
    }
    return Optional.of(
        new Parts(
            columns,
            new Found(
                to,
                key.columns(),
                "the columns have the names of a unique key of " + to.name(),
                SAME_PARTS)));
  }
}
