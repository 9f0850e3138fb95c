package org.portolan.design.key;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.portolan.types.KeyColumn;
import org.portolan.types.ScalarType.Kind;

/**
 * A piece of advice on a key layout, after the guidelines of Zdravevski 2016.
 *
 * @param what the finding, in one clause
 * @param why its consequence and a better choice, with the section of the paper
 */
public record KeyLayoutAdvice(Severity severity, String what, String why) {

  /** The importance of a piece of advice. */
  public enum Severity {
    /** Good to know: a capability that the layout gives up, and when that matters. */
    NOTE,
    /** The layout works, but another number would work better. */
    ADVICE,
    /** Some servers will be idle while others are overloaded, or some queries are impossible. */
    WARNING
  }

  /** The smallest recommended ratio of the prefix range to the number of regions. */
  public static final int RANGE_PER_REGION_MIN = 10;

  /** Returns the advice on one line. */
  public String text() {
    return severity.name().toLowerCase(Locale.ROOT) + ": " + what + ": " + why;
  }

  /**
   * Checks a layout for a table with the given numbers of regions and servers.
   *
   * @param key the columns of the key
   * @return the advice, the most severe first; empty if the layout follows every guideline
   */
  public static List<KeyLayoutAdvice> check(
      KeyLayout layout, List<KeyColumn> key, int regions, int servers) {
    List<KeyLayoutAdvice> advice = new ArrayList<>();
    if (layout.prefixRange() == 1) {
      checkPlain(key, regions, advice);
    } else {
      checkRange(layout.prefixRange(), regions, advice);
      checkPrefix(layout, key, advice);
    }
    checkServers(regions, servers, advice);
    advice.sort((left, right) -> right.severity().compareTo(left.severity()));
    return advice;
  }

  /** Returns the queries that this layout answers, a line each. */
  public static List<String> describe(KeyLayout layout, List<KeyColumn> key) {
    String lookup =
        layout.answersLookup()
            ? "a row by its key: one read"
            : "a row by its key: not at all; that would be a scan of the table";
    String scan;
    if (layout.prefixRange() == 1) {
      scan = "a range of keys in order: one scan";
    } else if (layout.over() > 0 && layout.over() < key.size()) {
      scan =
          "a range of keys in order: one scan if "
              + leading(layout, key)
              + (layout.over() == 1 ? " is" : " are")
              + " given, otherwise a merge of "
              + layout.prefixRange()
              + " scans, one for each prefix";
    } else {
      scan =
          "a range of keys in order: a merge of "
              + layout.prefixRange()
              + " scans, one for each prefix";
    }
    return List.of(lookup, scan);
  }

  private static String leading(KeyLayout layout, List<KeyColumn> key) {
    return key.stream()
        .limit(layout.over())
        .map(KeyColumn::name)
        .collect(Collectors.joining(" and "));
  }

  private static void checkPlain(List<KeyColumn> key, int regions, List<KeyLayoutAdvice> advice) {
    Kind first = key.get(0).type().kind();
    if (first == Kind.INT || first == Kind.LONG || first == Kind.TIMESTAMP) {
      advice.add(
          new KeyLayoutAdvice(
              Severity.WARNING,
              "plain keys that begin with '" + key.get(0).name() + "', a " + first.spelling(),
              "if they are given in sequence, every insert goes to the last region while the others"
                  + " idle; use the key layout md5-modulo (Zdravevski 2016, III)"));
    }
    if (regions > 1) {
      advice.add(
          new KeyLayoutAdvice(
              Severity.ADVICE,
              "plain keys in " + regions + " regions",
              "the split points are unknown before the keys are known, and chosen badly they load"
                  + " regions unevenly; split by a sample of the keys, or use md5-modulo"
                  + " (Zdravevski 2016, III-B)"));
    }
  }

  private static void checkRange(int range, int regions, List<KeyLayoutAdvice> advice) {
    if (regions > range) {
      advice.add(
          new KeyLayoutAdvice(
              Severity.WARNING,
              regions + " regions for " + range + " prefixes",
              "regions that hold no prefix get no rows; use a prefix range of "
                  + RANGE_PER_REGION_MIN * (long) regions
                  + " or more (Zdravevski 2016, III-B)"));
      return;
    }
    if (range % regions != 0) {
      advice.add(
          new KeyLayoutAdvice(
              Severity.ADVICE,
              "the prefix range " + range + " is not a multiple of " + regions + " regions",
              "some regions have one prefix more than others; "
                  + (range / regions + 1) * (long) regions
                  + " would give all the same number (Zdravevski 2016, III-B)"));
    }
    if (range < RANGE_PER_REGION_MIN * (long) regions) {
      advice.add(
          new KeyLayoutAdvice(
              Severity.ADVICE,
              "the prefix range " + range + " is not much larger than " + regions + " regions",
              "when the cluster grows, its regions are split between prefixes, and few are left to"
                  + " split at; use "
                  + RANGE_PER_REGION_MIN * (long) regions
                  + " or more (Zdravevski 2016, III-B)"));
    }
  }

  private static void checkPrefix(
      KeyLayout layout, List<KeyColumn> key, List<KeyLayoutAdvice> advice) {
    if (!layout.answersLookup()) {
      advice.add(
          new KeyLayoutAdvice(
              Severity.WARNING,
              "the prefix " + layout.spelling() + " does not follow from the key",
              "no row can be looked up by its key; md5-modulo spreads as evenly and answers look-ups"
                  + " (Zdravevski 2016, V)"));
    }
    if (layout instanceof ModuloPrefix) {
      advice.add(
          new KeyLayoutAdvice(
              Severity.NOTE,
              "the prefix modulo " + layout.prefixRange() + " follows the order of the ids",
              "a load in that order visits the regions one after the other unless the range is far"
                  + " smaller than the number of rows; md5-modulo does not depend on the order"
                  + " (Zdravevski 2016, IV-E)"));
    }
    if (layout.over() > 0 && layout.over() < key.size() && !(layout instanceof ModuloPrefix)) {
      advice.add(
          new KeyLayoutAdvice(
              Severity.NOTE,
              "the prefix is made from " + leading(layout, key) + " alone",
              "the rows that agree in it stay together and are read with one scan, but if a few"
                  + " values have most of the rows, their regions have most of the load"
                  + " (Zdravevski 2016, III-G)"));
    }
  }

  private static void checkServers(int regions, int servers, List<KeyLayoutAdvice> advice) {
    if (regions < servers) {
      advice.add(
          new KeyLayoutAdvice(
              Severity.WARNING,
              regions + " regions on " + servers + " servers",
              (servers - regions)
                  + " servers have no part of the table; use at least "
                  + servers
                  + " regions (Zdravevski 2016, III-B)"));
    } else if (regions % servers != 0) {
      advice.add(
          new KeyLayoutAdvice(
              Severity.ADVICE,
              regions + " regions are not a multiple of " + servers + " servers",
              "some servers carry one region more than others; use "
                  + (regions / servers + 1) * servers
                  + " (Zdravevski 2016, III-B)"));
    }
  }
}
