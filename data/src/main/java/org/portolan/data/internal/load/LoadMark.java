package org.portolan.data.internal.load;

import org.portolan.data.StoreRuntime;
import org.portolan.data.internal.schema.StoreMeta;

/**
 * The mark of a store that is being loaded: a text among those of the store's own state. It ends
 * with a random number, because no two texts of a name may be the same.
 */
public record LoadMark(StoreMeta meta, StoreRuntime runtime) {
  private static final String NAME = "loading";
  private static final String BEGUN = "begun ";
  private static final String ENDED = "ended ";

  /** Returns whether a load has begun that has not ended. */
  public boolean stands() {
    return meta.read(NAME).filter(text -> text.startsWith(BEGUN)).isPresent();
  }

  void set() {
    meta.write(NAME, BEGUN + Long.toHexString(runtime.random().nextLong()));
  }

  public void remove() {
    meta.write(NAME, ENDED + Long.toHexString(runtime.random().nextLong()));
  }
}
