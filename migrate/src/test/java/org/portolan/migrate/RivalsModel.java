package org.portolan.migrate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * What a store must have of a database of {@link ContestedPeople}, and which rows must be rejected
 * for which reasons. Which of several people is in the store depends on its history, so that is
 * given; everything else follows from it.
 */
final class RivalsModel {
  static final String[] SHOWN = {"city", "street", "posts", "tags", "labels"};

  /** The rows of the database by table, each by column. */
  private final Map<String, List<Map<String, String>>> rows;

  /** The tables in which the database does not tell upper and lower case apart. */
  private final Set<String> caseless;

  private final Collection<String> inStore;
  private final Map<String, String> refused = new TreeMap<>();

  RivalsModel(
      Map<String, List<Map<String, String>>> rows,
      Set<String> caseless,
      Collection<String> inStore) {
    this.rows = rows;
    this.caseless = caseless;
    this.inStore = inStore;
  }

  /** Returns what names are under the collation of the design. */
  static String place(String name) {
    return name.toLowerCase(Locale.ROOT).replace("ø", "o");
  }

  private static List<String> in(Collection<String> names, String name) {
    return names.stream().filter(each -> place(each).equals(place(name))).toList();
  }

  private List<String> people(String name) {
    return in(rows.get("people").stream().map(row -> row.get("NAME")).toList(), name);
  }

  /** Returns the rows that must be rejected, by the key in their lines, each with the reason. */
  Map<String, String> refused() {
    return refused;
  }

  /** Returns what the store must have of each person. */
  Map<String, String> expected() {
    Map<String, String> expected = new TreeMap<>();
    for (Map<String, String> person : rows.get("people")) {
      String name = person.get("NAME");
      List<String> there = in(inStore, name);
      assertThat(there).as("people in the store like " + name).hasSize(1);
      if (there.get(0).equals(name)) {
        expected.put(name, person.get("CITY"));
      } else {
        refuse(
            "people", person, "the key (" + there.get(0) + "), already there, is equal under the");
      }
    }
    assertThat(inStore).containsExactlyInAnyOrderElementsOf(expected.keySet());
    for (String table : List.of("homes", "posts", "tags", "labels")) {
      Map<String, List<Map<String, String>>> owned = new HashMap<>();
      rows.get(table)
          .forEach(
              row ->
                  owner(table, row)
                      .ifPresent(
                          owner ->
                              owned.computeIfAbsent(owner, any -> new ArrayList<>()).add(row)));
      expected.replaceAll(
          (name, text) -> text + " " + value(table, name, owned.getOrDefault(name, List.of())));
    }
    return expected;
  }

  private void refuse(String table, Map<String, String> row, String reason) {
    if (!table.equals("homes") || !row.get("STREET").equals("null")) {
      refused.put(line(table, row), reason);
    }
  }

  private static String line(String table, Map<String, String> row) {
    String key = "table:" + table + ",key:NAME:" + row.get("NAME");
    return switch (table) {
      case "posts" -> key + ",N:" + row.get("N");
      case "tags" -> key + ",TAG:" + row.get("TAG");
      default -> key;
    };
  }

  /** Returns the person in the store that has a row; empty if none has, which is noted. */
  private Optional<String> owner(String table, Map<String, String> row) {
    String name = row.get("NAME");
    List<String> all = people(name);
    String person = "its owner, the row (%s) of person, is ";
    if (all.isEmpty()) {
      // The database may take other names of the same set for equal.
      boolean exact = !RandomRivals.ELEMENTS.contains(table) || !caseless.contains(table);
      refuse(table, row, exact ? person.formatted(name) + "absent" : "of person, is absent");
      return Optional.empty();
    }
    String there = in(inStore, name).get(0);
    Optional<String> owner =
        all.stream()
            .filter(each -> isEqual("people", each, name))
            .findFirst()
            .or(() -> all.size() == 1 ? Optional.of(there) : Optional.empty());
    if (owner.equals(Optional.of(there))) {
      return owner;
    }
    refuse(
        table,
        row,
        owner
            .map(of -> person.formatted(of) + "not in the store: the row (" + there + ") is equal")
            .orElse("of person, is absent, and several rows are equal"));
    return Optional.empty();
  }

  private boolean isEqual(String table, String one, String other) {
    return caseless.contains(table) ? one.equalsIgnoreCase(other) : one.equals(other);
  }

  /** Returns what a person has of a table, of all rows that are its own. */
  private String value(String table, String owner, List<Map<String, String>> owned) {
    if (table.equals("posts")) {
      Map<String, List<Map<String, String>>> byNumber =
          owned.stream()
              .collect(
                  Collectors.groupingBy(row -> row.get("N"), TreeMap::new, Collectors.toList()));
      List<String> posts = new ArrayList<>();
      byNumber.forEach(
          (n, rivals) ->
              posts.add(
                  "(" + n + ")" + staying(table, owner, rivals, ", " + n).get(0).get("TEXT")));
      return posts.toString();
    }
    List<Map<String, String>> claiming =
        owned.stream()
            .filter(row -> !table.equals("homes") || !row.get("STREET").equals("null"))
            .toList();
    List<Map<String, String>> stay = staying(table, owner, claiming, "");
    return switch (table) {
      case "homes" -> stay.isEmpty() ? "null" : stay.get(0).get("STREET");
      case "tags" -> new TreeSet<>(stay.stream().map(row -> row.get("TAG")).toList()).toString();
      default ->
          stay.stream()
              .sorted((a, b) -> a.get("N").compareTo(b.get("N")))
              .map(row -> row.get("LABEL"))
              .toList()
              .toString();
    };
  }

  /** Returns the rows that have a place; the others are noted. */
  private List<Map<String, String>> staying(
      String table, String owner, List<Map<String, String>> rivals, String within) {
    Set<String> spellings =
        rivals.stream().map(row -> row.get("NAME")).collect(Collectors.toCollection(TreeSet::new));
    if (spellings.isEmpty()) {
      return List.of();
    }
    String stays =
        spellings.contains(owner)
            ? owner
            : spellings.stream().min((a, b) -> a.compareTo(b)).orElseThrow();
    boolean elements = RandomRivals.ELEMENTS.contains(table);
    Map<Boolean, List<Map<String, String>>> both =
        rivals.stream()
            .collect(
                Collectors.partitioningBy(
                    row ->
                        elements
                            ? isEqual(table, stays, row.get("NAME"))
                            : stays.equals(row.get("NAME"))));
    both.get(false)
        .forEach(
            row ->
                refuse(
                    table,
                    row,
                    "is equal under the collation of its owner to the key (%s%s)"
                        .formatted(stays, within)));
    return both.get(true);
  }

  /**
   * Requires a true reason for each row that must be rejected.
   *
   * @param lines of the file of rejects, in their order
   */
  void requireReasons(List<String> lines, String step) {
    Map<String, String> reasons = new HashMap<>();
    Set<String> late = new TreeSet<>();
    for (String line : lines) {
      int end = line.indexOf(",reason:");
      String key = line.substring(0, end);
      String reason = line.substring(end + 8);
      if (key.contains(",key:name:")) {
        // Read from the store, with the spelling of the owner, when that went.
        assertThat(reason).contains("its owner");
        late.add(ofPlace(key));
      } else {
        reasons.put(key, reason);
      }
    }
    refused.forEach(
        (key, reason) -> {
          String found = reasons.getOrDefault(key, "no line");
          if (!found.contains(reason)) {
            assertThat(late).as(step + ": " + found + ", not " + reason).contains(ofPlace(key));
          }
        });
  }

  /** Returns the table and the place of the owner: elements and parts have no other key. */
  private static String ofPlace(String key) {
    String[] parts = key.split(",", -1);
    return parts[0] + " " + place(parts[1].replaceFirst(".*:", ""));
  }
}
