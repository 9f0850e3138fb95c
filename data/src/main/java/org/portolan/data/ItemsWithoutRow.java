package org.portolan.data;

import org.portolan.types.Tuple;

/**
 * Items of a collection whose row does not exist, see {@link Store#itemsWithoutRow}. As text it
 * names them as a part of a sentence: {@code 3 items of 'lines' in the row (7) of order}.
 *
 * @param key of the missing row; of a column with a collation the sort key, since the spelling is
 *     in the row alone
 * @param items their number, at least 1
 */
public record ItemsWithoutRow(String entity, String collection, Tuple key, long items) {

  @Override
  public String toString() {
    return items
        + (items == 1 ? " item" : " items")
        + " of '"
        + collection
        + "' in the row "
        + key
        + " of "
        + entity;
  }
}
