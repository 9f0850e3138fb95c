package org.portolan.bench.pages;

import java.util.List;
import org.portolan.design.CollectionDesign;
import org.portolan.design.EntityDesign;
import org.portolan.design.key.KeyMapping;
import org.portolan.types.Column;
import org.portolan.types.KeyCodec;
import org.portolan.types.RowCodec;
import org.portolan.types.ScalarType;
import org.portolan.types.Tuple;
import org.portolan.wiki.WikiModel;
import org.portolan.wiki.synthetic.SyntheticWiki;

/** The place of pages in a wiki with wide rows, for a client that knows no designs. */
final class PageLayout {
  static final String TABLE = "page";
  static final String TEXTS = "texts";
  static final String HISTORY = "history";

  /** The families that a view reads. */
  static final List<String> VIEW = List.of("meta", "body");

  /** The family with the links of the text, which a view does not read. */
  static final String LINKS = "links";

  private static final RowCodec TEXT = RowCodec.of(new Column("text", ScalarType.COMPRESSED_TEXT));

  private final KeyMapping mapping;
  private final KeyCodec rowCodec;
  private final EntityDesign entity;

  PageLayout() {
    entity =
        WikiModel.WIDE_ROW.design().entities().stream()
            .filter(each -> each.name().equals(TABLE))
            .findFirst()
            .orElseThrow();
    mapping = entity.keyMapping();
    rowCodec = new KeyCodec(mapping.rowKeyColumns());
  }

  /** Returns the text that Ignite and HBase store compressed. */
  static String expanded(byte[] stored) {
    return (String) TEXT.decode(stored)[0];
  }

  static byte[] compressed(String text) {
    return TEXT.encode(List.of(text));
  }

  Tuple rowKey(int page) {
    return mapping.rowKey(Tuple.of(SyntheticWiki.tag(page)));
  }

  byte[] encodedRowKey(int page) {
    return rowCodec.encode(rowKey(page));
  }

  /** Returns the encoded key of the item of a revision in a collection. */
  byte[] itemKey(String collection, long revision) {
    CollectionDesign design =
        entity.collections().stream()
            .filter(each -> each.name().equals(collection))
            .findFirst()
            .orElseThrow();
    return new KeyCodec(design.itemKey()).encode(Tuple.of(revision));
  }

  /** Returns the columns of a family. */
  List<String> columns(String family) {
    return entity.families().stream()
        .filter(each -> each.name().equals(family))
        .flatMap(each -> each.columns().stream())
        .map(column -> column.name())
        .toList();
  }
}
