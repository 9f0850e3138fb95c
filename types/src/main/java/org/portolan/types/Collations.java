package org.portolan.types;

import com.ibm.icu.text.Collator;
import com.ibm.icu.text.RawCollationKey;
import com.ibm.icu.text.RuleBasedCollator;
import com.ibm.icu.util.ULocale;
import com.ibm.icu.util.VersionInfo;
import java.util.Arrays;

/**
 * Linguistic comparison of text by ICU's collator of the root locale: the Unicode Collation
 * Algorithm with CLDR's root weights, primary strength for {@link
 * Collation#ACCENT_AND_CASE_INSENSITIVE} and secondary for {@link Collation#CASE_INSENSITIVE}.
 * Trailing spaces count, as in MySQL's 0900 collations (NO PAD); canonically equivalent texts are
 * equal. MySQL's weights are those of UCA 9.0 without CLDR's changes, so single symbols may order
 * differently; letters, accents and case agree.
 *
 * <p>The weights belong to the ICU version: a store that keeps collated keys must record {@link
 * #version()} and be rebuilt when it differs. Thread-safe.
 */
public final class Collations {
  private Collations() {}

  /**
   * Returns the version on which the bytes of collated keys depend, for a store to record and
   * compare.
   */
  public static String version() {
    RuleBasedCollator collator = Root.create(Collator.PRIMARY);
    return "icu="
        + VersionInfo.ICU_VERSION
        + " uca="
        + collator.getUCAVersion()
        + " weights="
        + collator.getVersion();
  }

  /** Compares two texts; the result is zero exactly if they are equal under {@code collation}. */
  public static int compare(Collation collation, String left, String right) {
    return collation == Collation.BINARY
        ? Utf8.compare(left, right)
        : Sorter.of(collation).collator.compare(left, right);
  }

  /**
   * Returns the sort key of a text: unsigned byte order of sort keys is the order of the collation.
   *
   * @throws IllegalArgumentException for {@link Collation#BINARY}: it has no sort keys
   */
  public static byte[] sortKey(Collation collation, String text) {
    if (collation == Collation.BINARY) {
      throw new IllegalArgumentException("text compared by its bytes has no sort key");
    }
    Sorter sorter = Sorter.of(collation);
    RawCollationKey key = sorter.collator.getRawCollationKey(text, sorter.key);
    return Arrays.copyOf(key.bytes, key.size);
  }

  /** Writes the sort key. Its only zero byte is the last one. */
  static void writeSortKey(ByteWriter out, Collation collation, String text) {
    Sorter sorter = Sorter.of(collation);
    RawCollationKey key = sorter.collator.getRawCollationKey(text, sorter.key);
    out.writeBytes(key.bytes, key.size);
  }

  /** Loaded at the first collated key only: reading ICU's tables takes a while. */
  private static final class Root {
    static final RuleBasedCollator PRIMARY = create(Collator.PRIMARY);
    static final RuleBasedCollator SECONDARY = create(Collator.SECONDARY);

    static RuleBasedCollator create(int strength) {
      RuleBasedCollator collator = (RuleBasedCollator) Collator.getInstance(ULocale.ROOT);
      collator.setStrength(strength);
      collator.setDecomposition(Collator.CANONICAL_DECOMPOSITION);
      return (RuleBasedCollator) collator.freeze();
    }
  }

  /** A frozen collator locks one shared buffer, so each thread has its own thawed copy. */
  private static final class Sorter {
    private static final ThreadLocal<Sorter> PRIMARY =
        ThreadLocal.withInitial(() -> new Sorter(Root.PRIMARY));
    private static final ThreadLocal<Sorter> SECONDARY =
        ThreadLocal.withInitial(() -> new Sorter(Root.SECONDARY));

    final RuleBasedCollator collator;
    final RawCollationKey key = new RawCollationKey();

    Sorter(RuleBasedCollator frozen) {
      collator = frozen.cloneAsThawed();
    }

    static Sorter of(Collation collation) {
      return switch (collation) {
        case ACCENT_AND_CASE_INSENSITIVE -> PRIMARY.get();
        case CASE_INSENSITIVE -> SECONDARY.get();
        case BINARY -> throw new AssertionError("binary text has no sort key");
      };
    }
  }
}
