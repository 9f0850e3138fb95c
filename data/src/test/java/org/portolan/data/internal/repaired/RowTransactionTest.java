package org.portolan.data.internal.repaired;

import static org.assertj.core.api.Assertions.assertThat;
import static org.portolan.data.internal.repaired.Parts.NOW;
import static org.portolan.data.internal.repaired.Parts.page;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.portolan.data.internal.repaired.read.NewRows;
import org.portolan.data.internal.repaired.recovery.Cleaner;
import org.portolan.data.internal.repaired.state.FollowUp;
import org.portolan.data.internal.repaired.state.FollowUp.Target;
import org.portolan.data.internal.repaired.state.WriteState;
import org.portolan.data.internal.schema.CollectionSchema;
import org.portolan.data.internal.schema.EntitySchema;
import org.portolan.data.internal.session.Ticket;
import org.portolan.engine.FamilyRead;
import org.portolan.engine.Get;
import org.portolan.engine.KeyRange;
import org.portolan.engine.Row;
import org.portolan.engine.RowKey;
import org.portolan.engine.Scan;
import org.portolan.types.Tuple;

/** What one write reads: the state of a row before its items, and what its outbox lists over it. */
class RowTransactionTest {
  private static final RowKey NOTE = new RowKey("note", Tuple.of("N"));
  private static final Tuple TEXT_1 = Tuple.of("N", 1);

  private final List<Parts> opened = new ArrayList<>();
  private final List<Cleaner> cleaners = new ArrayList<>();
  private final List<List<Get>> reads = new ArrayList<>();
  private final NewRows newRows = new NewRows(1);

  private Parts parts;
  private Cleaner cleaner;
  private Ticket ticket;
  private RowTransaction transaction;

  /** Begins a transaction on a store like HBase's, or like Cassandra's. */
  private void begin(boolean rows) {
    if (parts == null) {
      parts = new Parts(rows);
      opened.add(parts);
      cleaner = parts.cleaner();
      cleaners.add(cleaner);
      var below = parts.engine.reads;
      parts.engine.reads =
          gets -> {
            reads.add(gets);
            return below.apply(gets);
          };
    }
    ticket = cleaner.begin();
    transaction =
        new RowTransaction(
            parts.store, cleaner, ticket, null, locked -> {}, newRows.guesses(), false);
    reads.clear();
  }

  @AfterEach
  void close() {
    cleaners.forEach(Cleaner::close);
  }

  private CollectionSchema collection(String name) {
    EntitySchema note = parts.schema.entity("note");
    for (CollectionSchema each : note.collections()) {
      if (each.name().equals(name)) {
        return each;
      }
    }
    throw new AssertionError("no collection " + name);
  }

  private FollowUp text(String text, long version) {
    CollectionSchema texts = collection("texts");
    return new FollowUp(
        new Target(texts.table(), TEXT_1, texts.family(), Optional.empty()),
        List.of(text),
        version);
  }

  private Get getText() {
    CollectionSchema texts = collection("texts");
    return Get.of(texts.table(), TEXT_1, FamilyRead.all(texts.family()));
  }

  private List<Object> textThatIsRead() {
    return transaction
        .get(List.of(getText()))
        .get(0)
        .family(collection("texts").family())
        .orElseThrow();
  }

  @Test
  void get_itemStoredAsARow_showsWhatTheOutboxOfItsOwnerLists() {
    begin(true);
    parts.put(NOTE, parts.state(NOW, 1, text("listed", NOW)));
    reads.clear();

    assertThat(textThatIsRead()).containsExactly("listed");

    assertThat(reads).as("the owner's state, then the item").hasSize(2);
    assertThat(reads.get(0)).extracting(Get::rowKey).containsExactly(NOTE);
  }

  @Test
  void get_itemOfAnOwnerWhoseOutboxThisProcessHasMade_showsTheStore() {
    begin(true);
    FollowUp listed = text("listed", NOW);
    WriteState state = parts.put(NOTE, parts.state(NOW, 1, listed));
    parts.put(text("made since", NOW + 1));
    cleaner.applied(NOTE, state, ticket);
    begin(true);

    assertThat(textThatIsRead()).containsExactly("made since");
  }

  @Test
  void scan_itemsStoredAsRows_showsWhatTheOutboxOfTheirOwnerLists() {
    begin(true);
    parts.put(NOTE, parts.state(NOW, 1, text("listed", NOW)));
    CollectionSchema texts = collection("texts");

    var page =
        transaction.scan(
            Scan.of(
                texts.table(),
                KeyRange.startingWith(NOTE.key()),
                10,
                FamilyRead.all(texts.family())));

    assertThat(page.rows()).extracting(Row::key).containsExactly(TEXT_1);
  }

  @Test
  void scan_ofAllItems_showsTheStore() {
    begin(true);
    parts.put(text("stored", NOW));
    CollectionSchema texts = collection("texts");

    var page =
        transaction.scan(Scan.of(texts.table(), KeyRange.ALL, 10, FamilyRead.all(texts.family())));

    assertThat(page.rows()).extracting(Row::key).containsExactly(TEXT_1);
  }

  private void getHistory() {
    CollectionSchema history = collection("history");
    transaction.get(
        List.of(
            Get.of(
                history.table(),
                NOTE.key(),
                new FamilyRead.Items(history.family(), KeyRange.ALL, 10, false))));
  }

  @Test
  void get_itemsInTheRow_readsTheStateWithThemIfTheyChangeTogether() {
    begin(true);

    getHistory();

    assertThat(reads).hasSize(1);
    assertThat(reads.get(0).get(0).families()).contains(WriteState.READ);
  }

  @Test
  void get_itemsInTheRow_readsTheStateBeforeThemIfTheyChangeApart() {
    begin(false);

    getHistory();

    assertThat(reads).hasSize(2);
    assertThat(reads.get(0).get(0).families()).containsExactly(WriteState.READ);
    assertThat(reads.get(1).get(0).families()).doesNotContain(WriteState.READ);
  }

  @Test
  void get_columnsOfARow_isOneReadWhereItemsChangeApart() {
    begin(false);

    transaction.get(List.of(Get.of("page", Tuple.of("A"), FamilyRead.all("main"))));

    assertThat(reads).hasSize(1);
  }

  @Test
  void changes_rowThatWasOnlyTouched_isNone() {
    begin(true);
    transaction.derived(page("A"));

    assertThat(transaction.changes()).isEmpty();
    assertThat(transaction.reader()).isSameAs(transaction);
  }

  @Test
  void get_afterARowWasTakenForNew_looksAtThatRowOnce() {
    begin(true);
    NewRows.Guesses before = newRows.guesses();
    before.admits(page("new"), false);
    before.learn(Map.of(page("new"), WriteState.NONE));
    assertThat(transaction.isTakenForNew(page("A"), false)).isTrue();
    Get other = Get.of("page", Tuple.of("B"), FamilyRead.all("main"));

    transaction.get(List.of(other));
    assertThat(reads.get(0)).extracting(Get::rowKey).containsExactly(page("B"), page("A"));
    transaction.get(List.of(other));

    assertThat(reads.get(1)).extracting(Get::rowKey).containsExactly(page("B"));
  }
}
