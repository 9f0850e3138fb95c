package org.portolan.data.internal.index.tree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.portolan.data.Paging;
import org.portolan.data.Store;
import org.portolan.data.StoreCheck;
import org.portolan.data.internal.index.tree.TreeStores.On;
import org.portolan.engine.Durability;
import org.portolan.engine.Mutation;
import org.portolan.types.Tuple;

/** Damages nodes behind the store's back: a check finds each damage, and repairs it. */
class TreeDamageTest {
  private static final int MEMBERS = 500;

  @TempDir Path directory;

  /** Damages of a node below the root, a leaf or an inner node. */
  private enum Damage {
    LEAF_ABSENT(0, node -> Node.removal(node.index(), node.value(), node.id())),
    INNER_ABSENT(1, node -> Node.removal(node.index(), node.value(), node.id())),
    LEAF_FOREIGN_MEMBER(0, node -> with(node, node.low(), List.of("00000000", "zz")).put()),
    LEAF_OTHER_FENCE(0, node -> with(node, "0", node.members()).put()),
    INNER_OTHER_FENCE(1, node -> with(node, "0", node.members()).put()),
    ORPHAN(
        0,
        node ->
            new Node(
                    node.index(),
                    node.value(),
                    "ffffffffffffffff",
                    0,
                    node.low(),
                    node.high(),
                    List.of("stray"),
                    List.of(),
                    List.of())
                .put()),
    INNER_SHORT_OF_A_CHILD(
        1,
        node ->
            new Node(
                    node.index(),
                    node.value(),
                    node.id(),
                    1,
                    node.low(),
                    node.high(),
                    List.of(),
                    node.separators(),
                    node.children().subList(1, node.children().size()))
                .put());

    final int height;

    @SuppressWarnings("ImmutableEnumChecker") // The functions have no state.
    final Function<Node, Mutation> damage;

    Damage(int height, Function<Node, Mutation> damage) {
      this.height = height;
      this.damage = damage;
    }

    private static Node with(Node node, Object low, List<?> members) {
      return new Node(
          node.index(),
          node.value(),
          node.id(),
          node.height(),
          low,
          node.high(),
          members,
          node.separators(),
          node.children());
    }
  }

  private static StoreCheck.Result check(Store store, boolean repair, List<String> findings) {
    return store
        .check(new StoreCheck.Options(repair, false, Duration.ZERO, 1_000))
        .run(finding -> findings.add(finding.toString()), count -> {});
  }

  @ParameterizedTest
  @EnumSource
  void check_findsAndRepairs(Damage damage) {
    for (On on : List.of(On.EMBEDDED, On.GRID)) {
      try (TreeStores stores = TreeStores.on(on, directory, 8);
          Store store = stores.open()) {
        List<Tuple> titles = new ArrayList<>();
        for (int number = 0; number < MEMBERS; number++) {
          titles.add(Tuple.of(String.format(Locale.ROOT, "%08d", number)));
        }
        store.write(
            transaction -> {
              titles.forEach(title -> transaction.put("page", title, Map.of()));
              return null;
            });
        List<Node> nodes = new ArrayList<>();
        TreeRows.each(stores.engine, stores.design, "all", nodes::add);
        Node damaged =
            nodes.stream()
                .filter(node -> node.height() == damage.height && node.low() != null)
                .sorted(java.util.Comparator.comparing(node -> node.low().toString()))
                .skip(3)
                .findFirst()
                .orElseThrow();
        stores.engine.mutate(damage.damage.apply(damaged), Durability.SYNCED);
        List<String> findings = new ArrayList<>();
        assertThat(check(store, false, findings).isClean()).as(on + ": " + findings).isFalse();
        assertThat(findings).anyMatch(finding -> finding.contains("node "));
        findings.clear();
        StoreCheck.Result repair = check(store, true, findings);
        assertThat(repair.isClean()).as(on + ": " + findings).isTrue();
        findings.clear();
        assertThat(check(store, false, findings).isClean()).as(on + ": " + findings).isTrue();
        assertThat(store.index("all", Tuple.EMPTY, Tuple.EMPTY, Paging.first(1_000)).entries())
            .isEqualTo(titles);
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
        stores.engine.mutate(
            Node.removal(leaf.index(), leaf.value(), leaf.id()), Durability.SYNCED);
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
