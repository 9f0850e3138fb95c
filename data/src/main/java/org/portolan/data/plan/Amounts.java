package org.portolan.data.plan;

/** The amounts that a particular write or read concerns. */
public interface Amounts {

  /** Returns how many entries of an index are added or removed. */
  long entries(String index);

  /** Returns how many items of a collection are concerned. */
  long items(String collection);

  /** Returns amounts that are the same for all. */
  static Amounts of(long entries, long items) {
    return new Amounts() {
      @Override
      public long entries(String index) {
        return entries;
      }

      @Override
      public long items(String collection) {
        return items;
      }
    };
  }
}
