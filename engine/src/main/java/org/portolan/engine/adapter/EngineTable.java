package org.portolan.engine.adapter;

import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.portolan.engine.CapabilityException;
import org.portolan.engine.Family;
import org.portolan.engine.Mutation;
import org.portolan.engine.TableSchema;
import org.portolan.types.KeyCodec;
import org.portolan.types.Tuple;

/**
 * The state that an adapter keeps of a table: its schema, the codec and the limit of its keys, and
 * for each family a handle, which has the engine's name and form of the family. Immutable if the
 * handles are.
 *
 * @param <H> the handle of a family
 */
public abstract class EngineTable<H> {
  private static final int SHOWN_CHARS = 80;

  private final TableSchema schema;
  private final int keyBytesMax;
  private final KeyCodec keyCodec;
  private final Map<String, H> families;

  /**
   * @param keyBytesMax the largest encoded key; an item's key includes its row's key
   * @param families a handle for each family of the schema, by its name
   */
  protected EngineTable(TableSchema schema, int keyBytesMax, Map<String, ? extends H> families) {
    this.schema = schema;
    this.keyBytesMax = keyBytesMax;
    this.families = Collections.unmodifiableMap(new LinkedHashMap<>(families));
    keyCodec = new KeyCodec(schema.key());
  }

  public final TableSchema schema() {
    return schema;
  }

  public final String name() {
    return schema.name();
  }

  public final KeyCodec keyCodec() {
    return keyCodec;
  }

  public final Collection<H> families() {
    return families.values();
  }

  /**
   * Returns the encoding of a row's key.
   *
   * @throws IllegalArgumentException if the key has other columns
   * @throws CapabilityException if the key is too long
   */
  public final byte[] encodeKey(Tuple key) {
    return limited(keyCodec.encode(key), key);
  }

  /**
   * Returns an encoded key, or refuses it if it is beyond the limit; {@code key} is the readable
   * form for the message.
   */
  public final byte[] limited(byte[] encoded, Tuple key) {
    requireLength(encoded.length, key);
    return encoded;
  }

  /**
   * Refuses a key if its encoding is beyond the limit.
   *
   * @throws CapabilityException if it is beyond the limit
   */
  public final void requireLength(int bytes, Tuple key) {
    if (bytes > keyBytesMax) {
      String text = key.toString();
      throw new CapabilityException(
          "a key of table '"
              + name()
              + "' has "
              + bytes
              + " bytes, at most "
              + keyBytesMax
              + " fit: "
              + text.substring(0, Math.min(SHOWN_CHARS, text.length()))
              + "...; nothing was changed; shorten the values that it is made of: those of the key"
              + " of a row or an item, or of the columns of an index");
    }
  }

  /**
   * Returns the handle of a family.
   *
   * @throws IllegalArgumentException if there is no such family
   */
  public final H family(String family) {
    H handle = families.get(family);
    if (handle == null) {
      throw new IllegalArgumentException(
          "table '"
              + name()
              + "' has no family '"
              + family
              + "', only "
              + String.join(", ", families.keySet()));
    }
    return handle;
  }

  /**
   * Returns the handle of a family that must be of one kind.
   *
   * @param what the content of such a family, for people: columns, items, a counter
   * @throws IllegalArgumentException if there is no such family, or it is of another kind
   */
  protected final <K extends H> K family(String family, Class<K> kind, String what) {
    H handle = family(family);
    if (!kind.isInstance(handle)) {
      throw otherKind(family, what);
    }
    return kind.cast(handle);
  }

  /**
   * Refuses a change of a counter with a version.
   *
   * @throws IllegalArgumentException if the mutation has one
   */
  public static void requireNoVersion(Mutation mutation, String counter) {
    if (mutation.version().isPresent()) {
      throw new IllegalArgumentException(
          "the change of row "
              + mutation.rowKey()
              + " has a version and changes the counter '"
              + counter
              + "'; counters have no versions: change it in a mutation without one");
    }
  }

  /** Returns the exception for a call that uses a family as if it were of another kind. */
  public final IllegalArgumentException otherKind(String family, String what) {
    family(family);
    Family found = schema.family(family).orElseThrow();
    return new IllegalArgumentException(
        "family '"
            + family
            + "' of table '"
            + name()
            + "' does not hold "
            + what
            + "; it is "
            + found);
  }
}
