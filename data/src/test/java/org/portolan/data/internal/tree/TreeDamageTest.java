package org.portolan.data.internal.tree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.portolan.data.Item;
import org.portolan.data.Paging;
import org.portolan.data.Store;
import org.portolan.data.StoreCheck;
import org.portolan.data.internal.schema.ItemForm;
import org.portolan.data.internal.tree.TreeStores.On;
import org.portolan.engine.Durability;
import org.portolan.engine.Mutation;
import org.portolan.types.Tuple;

/** Damages nodes behind the store's back: a check finds each damage, and repairs it. */
class TreeDamageTest {
  private static final int MEMBERS = 500;

  @TempDir Path directory;

  /** Damages of a node below the root, a leaf or an inner node. */
  private enum Damage {
    LEAF_ABSENT(0, node -> Node.removal(node.tree(), node.value(), node.id())),
    INNER_ABSENT(1, node -> Node.removal(node.tree(), node.value(), node.id())),
    LEAF_FOREIGN_ELEMENT(
        0,
        node ->
            with(node, node.low(), List.of(element(node, "00000000"), element(node, "zz"))).put()),
    LEAF_OTHER_FENCE(0, node -> with(node, fence(node, "0"), node.elements()).put()),
    LEAF_HIGHER_FENCE(
        0,
        node ->
            with(node, node.tree().form().fence(node.elements().get(2)), node.elements()).put()),
    INNER_OTHER_FENCE(1, node -> with(node, fence(node, "0"), node.elements()).put()),
    ORPHAN(
        0,
        node ->
            new Node(
                    node.tree(),
                    node.value(),
                    "ffffffffffffffff",
                    0,
                    node.low(),
                    node.high(),
                    List.of(element(node, "stray")),
                    List.of(),
                    List.of())
                .put()),
    LEAF_OF_AN_IMPOSSIBLE_HEIGHT(0, node -> ofHeight(node, 1 << 30).put()),
    LEAF_OF_A_NEGATIVE_HEIGHT(0, node -> ofHeight(node, -1).put()),
    INNER_SHORT_OF_A_CHILD(
        1, node -> withChildren(node, node.children().subList(1, node.children().size())).put()),
    INNER_NAMES_A_CHILD_TWICE(
        1,
        node -> {
          List<Object> children = new ArrayList<>(node.children());
          children.set(1, children.get(0));
          return withChildren(node, children).put();
        }),
    INNER_NAMES_ONE_CHILD_ONLY(
        1,
        node ->
            withChildren(node, Collections.nCopies(node.children().size(), node.children().get(1)))
                .put());

    final int height;

    @SuppressWarnings("ImmutableEnumChecker") // The functions have no state.
    final Function<Node, Mutation> damage;

    Damage(int height, Function<Node, Mutation> damage) {
      this.height = height;
      this.damage = damage;
    }

    private static Node with(Node node, Object low, List<?> elements) {
      return new Node(
          node.tree(),
          node.value(),
          node.id(),
          node.height(),
          low,
          node.high(),
          elements,
          node.separators(),
          node.children());
    }

    private static Node withChildren(Node node, List<?> children) {
      return new Node(
          node.tree(),
          node.value(),
          node.id(),
          node.height(),
          node.low(),
          node.high(),
          node.elements(),
          node.separators(),
          children);
    }

    private static Node ofHeight(Node leaf, int height) {
      return new Node(
          leaf.tree(),
          leaf.value(),
          leaf.id(),
          height,
          leaf.low(),
          leaf.high(),
          leaf.elements(),
          List.of(),
          List.of());
    }

    /** Changes the items that a tree should have after the damage of a leaf and a repair. */
    void change(Set<String> titles, List<String> ofLeaf) {
      if (this == LEAF_ABSENT || this == LEAF_FOREIGN_ELEMENT) {
        titles.removeAll(ofLeaf);
      }
      if (this == LEAF_FOREIGN_ELEMENT) {
        titles.add("zz");
      } else if (this == ORPHAN) {
        titles.add("stray");
      }
    }
  }

  private static Object element(Node node, String title) {
    return node.tree().form() instanceof ItemForm form
        ? form.element(Tuple.of(title), Arrays.asList("strange", 1))
        : title;
  }

  private static Object fence(Node node, String title) {
    return node.tree().form().fence(element(node, title));
  }

  private static StoreCheck.Result check(Store store, boolean repair, List<String> findings) {
    return store
        .check(new StoreCheck.Options(repair, false, Duration.ZERO, 1_000))
        .run(finding -> findings.add(finding.toString()), count -> {});
  }

  private static List<String> titles() {
    return IntStream.range(0, MEMBERS)
        .mapToObj(number -> String.format(Locale.ROOT, "%08d", number))
        .toList();
  }

  /** Damages a node, and has it found and repaired; returns the node as it was. */
  private static Node damage(TreeStores stores, Store store, String tree, Damage damage) {
    List<Node> nodes = new ArrayList<>();
    TreeRows.each(stores.engine, stores.design, tree, nodes::add);
    Node damaged =
        nodes.stream()
            .filter(node -> node.height() == damage.height && node.low() != null)
            .sorted(Comparator.comparing(node -> node.tree().form().orderKey(node.low())))
            .skip(3)
            .findFirst()
            .orElseThrow();
    stores.engine.mutate(damage.damage.apply(damaged), Durability.SYNCED);
    List<String> findings = new ArrayList<>();
    assertThat(check(store, false, findings).isClean()).as("%s", findings).isFalse();
    assertThat(findings).anyMatch(finding -> finding.contains("node "));
    findings.clear();
    StoreCheck.Result repair = check(store, true, findings);
    assertThat(repair.isClean()).as("%s", findings).isTrue();
    findings.clear();
    assertThat(check(store, false, findings).isClean()).as("%s", findings).isTrue();
    return damaged;
  }

  @ParameterizedTest
  @EnumSource
  void check_findsAndRepairs(Damage damage) {
    for (On on : List.of(On.EMBEDDED, On.GRID)) {
      try (TreeStores stores = TreeStores.on(on, directory, 8);
          Store store = stores.open()) {
        store.write(
            transaction -> {
              titles().forEach(title -> transaction.put("page", Tuple.of(title), Map.of()));
              return null;
            });
        damage(stores, store, "all", damage);
        assertThat(store.index("all", Tuple.EMPTY, Tuple.EMPTY, Paging.first(1_000)).entries())
            .isEqualTo(titles().stream().map(Tuple::of).toList());
      }
    }
  }

  /** Items have no other copy: all that are in any node come back, and counters are corrected. */
  @ParameterizedTest
  @EnumSource
  void check_ofACollection_losesOnlyWhatNoNodeHas(Damage damage) {
    for (On on : List.of(On.EMBEDDED, On.GRID)) {
      try (TreeStores stores = TreeStores.on(on, directory, 8);
          Store store = stores.open()) {
        Tuple owner = Tuple.of("Atlas");
        store.write(
            transaction -> {
              transaction.put("book", owner, Map.of());
              for (String title : titles()) {
                transaction.insertItem(
                    "book", owner, "notes", Tuple.of(title), Map.of("text", "of " + title));
              }
              return null;
            });
        Node damaged = damage(stores, store, "notes", damage);
        TreeSet<String> expected = new TreeSet<>(titles());
        ItemForm form = (ItemForm) damaged.tree().form();
        damage.change(
            expected,
            damaged.elements().stream().map(element -> form.key(element).text(0)).toList());
        List<Item> items = store.items("book", owner, "notes", Paging.first(1_000)).entries();
        assertThat(items)
            .as("on %s", on)
            .extracting(item -> item.key().text(0))
            .containsExactlyElementsOf(expected);
        for (Item item : items) {
          if (titles().contains(item.key().text(0))) {
            assertThat(item.values()).containsEntry("text", "of " + item.key().text(0));
          }
        }
        assertThat(store.counter("noted")).isEqualTo(expected.size());
        store.write(transaction -> transaction.delete("book", owner));
        assertThat(stores.rows("notes")).isZero();
      }
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"ROCKSDB", "GRID"})
  void use_ofADamagedTree_saysWhatToDo(On on) {
    try (TreeStores stores = TreeStores.on(on, directory, 8);
        Store store = stores.open()) {
      store.write(
          transaction -> {
            for (int number = 0; number < 20; number++) {
              transaction.put("page", Tuple.of("p" + number), Map.of());
            }
            return null;
          });
      List<Node> leaves = new ArrayList<>();
      TreeRows.each(
          stores.engine,
          stores.design,
          "all",
          node -> {
            if (node.isLeaf()) {
              leaves.add(node);
            }
          });
      for (Node leaf : leaves) {
        stores.engine.mutate(Node.removal(leaf.tree(), leaf.value(), leaf.id()), Durability.SYNCED);
      }
      assertThatExceptionOfType(DamagedTreeException.class)
          .isThrownBy(() -> store.index("all", Tuple.EMPTY, Tuple.EMPTY, Paging.first(5)))
          .withMessageContaining("run a check with repair");
      assertThatExceptionOfType(DamagedTreeException.class)
          .isThrownBy(
              () ->
                  store.write(
                      transaction -> {
                        transaction.put("page", Tuple.of("new"), Map.of());
                        return null;
                      }));
    }
  }
}
