package org.portolan.data.internal.repaired.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.portolan.data.internal.repaired.Parts;
import org.portolan.data.internal.repaired.state.TableCodecs.TableCodec;
import org.portolan.data.internal.schema.CollectionSchema;
import org.portolan.data.internal.schema.EntitySchema;

class TableCodecsTest {
  private final Parts parts = new Parts();
  private final TableCodecs codecs = new TableCodecs(parts.schema);

  @AfterEach
  void close() {
    parts.close();
  }

  private TableCodec tableOf(EntitySchema entity, String collection) {
    for (CollectionSchema each : entity.collections()) {
      if (each.name().equals(collection)) {
        return codecs.table(each.table());
      }
    }
    throw new AssertionError("no collection " + collection);
  }

  @Test
  void owner_onlyOfATableThatHoldsItemsAsRows() {
    EntitySchema note = parts.schema.entity("note");

    assertThat(tableOf(note, "history").owner()).isEmpty();
    assertThat(tableOf(note, "history").entity()).contains(note);
    assertThat(tableOf(note, "texts").owner()).contains(note);
    assertThat(tableOf(note, "texts").entity()).isEmpty();
  }

  @Test
  void tableOrFamilyThatTheDesignDoesNotHave_isNamed() {
    assertThatThrownBy(() -> codecs.table("users"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("no table 'users'");
    assertThatThrownBy(() -> codecs.table("page").family("side"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("table 'page' of this design has no family 'side'");
    assertThat(codecs.find("users")).isEmpty();
  }
}
