package org.portolan.data.repaired;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.portolan.engine.Change;
import org.portolan.engine.Condition;
import org.portolan.engine.Mutation;
import org.portolan.types.Bytes;
import org.portolan.types.Tuple;

/**
 * The text form of mutations, one line for each. A test keeps a store of an older release in this
 * form.
 */
final class RecordedChanges {
  private RecordedChanges() {}

  static String write(Mutation mutation) {
    List<Object> changes = new ArrayList<>();
    mutation.changes().forEach(change -> changes.add(values(change)));
    List<Object> condition = mutation.condition().map(RecordedChanges::values).orElse(List.of());
    Long version = mutation.version().isPresent() ? mutation.version().getAsLong() : null;
    List<Object> all = new ArrayList<>(List.of(mutation.table(), list(mutation.key()), condition));
    all.add(version);
    all.addAll(changes);
    return text(all);
  }

  private static List<Object> values(Change change) {
    if (change instanceof Change.PutColumns put) {
      return List.of("put", put.family(), put.values());
    } else if (change instanceof Change.DeleteFamily delete) {
      return List.of("delete", delete.family());
    } else if (change instanceof Change.PutItem put) {
      return List.of("put_item", put.family(), list(put.itemKey()), put.values());
    } else if (change instanceof Change.DeleteItem delete) {
      return List.of("delete_item", delete.family(), list(delete.itemKey()));
    }
    throw new IllegalArgumentException("no text for " + change);
  }

  private static List<Object> values(Condition condition) {
    if (condition instanceof Condition.ColumnEquals equal) {
      return List.of(equal.family(), equal.column(), equal.value());
    }
    return List.of(((Condition.Absent) condition).family());
  }

  private static List<Object> list(Tuple tuple) {
    List<Object> values = new ArrayList<>();
    for (int position = 0; position < tuple.size(); position++) {
      values.add(tuple.get(position));
    }
    return values;
  }

  private static String text(Object value) {
    if (value == null) {
      return "n";
    } else if (value instanceof Integer number) {
      return "i" + number;
    } else if (value instanceof Long number) {
      return "l" + number;
    } else if (value instanceof String text) {
      return "s" + URLEncoder.encode(text, StandardCharsets.UTF_8);
    } else if (value instanceof Bytes bytes) {
      return "b" + Base64.getUrlEncoder().withoutPadding().encodeToString(bytes.toArray());
    } else if (value instanceof List<?> values) {
      return "[" + text(values.stream()) + "]";
    } else if (value instanceof Set<?> values) {
      return "{" + text(values.stream()) + "}";
    }
    throw new IllegalArgumentException("no text for a " + value.getClass());
  }

  private static String text(Stream<?> values) {
    return values.map(RecordedChanges::text).collect(Collectors.joining(","));
  }

  static Mutation parse(String line) {
    List<?> all = (List<?>) new Parser(line).value();
    List<?> on = (List<?>) all.get(2);
    Optional<Condition> condition =
        switch (on.size()) {
          case 0 -> Optional.empty();
          case 1 -> Optional.of(new Condition.Absent((String) on.get(0)));
          default ->
              Optional.of(
                  new Condition.ColumnEquals((String) on.get(0), (String) on.get(1), on.get(2)));
        };
    OptionalLong version =
        all.get(3) == null ? OptionalLong.empty() : OptionalLong.of((Long) all.get(3));
    List<Change> changes = new ArrayList<>();
    all.subList(4, all.size()).forEach(change -> changes.add(change((List<?>) change)));
    return new Mutation((String) all.get(0), tuple(all.get(1)), changes, condition, version);
  }

  private static Change change(List<?> values) {
    String family = (String) values.get(1);
    return switch ((String) values.get(0)) {
      case "put" -> new Change.PutColumns(family, objects(values.get(2)));
      case "delete" -> new Change.DeleteFamily(family);
      case "put_item" -> new Change.PutItem(family, tuple(values.get(2)), objects(values.get(3)));
      case "delete_item" -> new Change.DeleteItem(family, tuple(values.get(2)));
      default -> throw new IllegalArgumentException("no change is " + values);
    };
  }

  private static List<Object> objects(Object values) {
    return new ArrayList<>((List<?>) values);
  }

  private static Tuple tuple(Object values) {
    return Tuple.of(((List<?>) values).toArray());
  }

  /** Reads one value after another. */
  private static final class Parser {
    private final String line;
    private int position;

    Parser(String line) {
      this.line = line;
    }

    Object value() {
      char kind = line.charAt(position++);
      if (kind == '[' || kind == '{') {
        List<Object> values = new ArrayList<>();
        while ("]}".indexOf(line.charAt(position)) < 0) {
          values.add(value());
          if (line.charAt(position) == ',') {
            position++;
          }
        }
        position++;
        return kind == '[' ? values : new LinkedHashSet<>(values);
      }
      int start = position;
      while (position < line.length() && ",]}".indexOf(line.charAt(position)) < 0) {
        position++;
      }
      String text = line.substring(start, position);
      return switch (kind) {
        case 'n' -> null;
        case 'i' -> Integer.valueOf(text);
        case 'l' -> Long.valueOf(text);
        case 's' -> URLDecoder.decode(text, StandardCharsets.UTF_8);
        case 'b' -> Bytes.wrap(Base64.getUrlDecoder().decode(text));
        default -> throw new IllegalArgumentException("no value begins with " + kind);
      };
    }
  }
}
