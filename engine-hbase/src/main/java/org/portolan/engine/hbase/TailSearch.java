package org.portolan.engine.hbase;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import org.portolan.types.Bytes;

/**
 * The search for a place near the end of a long list of cells in one row. HBase goes through a row
 * forward only, but seeks to any place in it, and skips cells from there without sending them. The
 * search keeps a key that is far enough from the end. In each round it tries three kinds of places
 * behind this key:
 *
 * <ul>
 *   <li>Some cells further on, up to {@value #RUNGS} steps. If the list ends among these, the
 *       search is done.
 *   <li>Keys that divide the bytes up to what is known to be too near the end evenly. Keys that are
 *       spread evenly are found so in few rounds, however many there are.
 *   <li>Keys that differ from the known one in one byte each. They show in one round how many bytes
 *       the last keys have in common with it: keys mostly have long common beginnings.
 * </ul>
 *
 * <p>Used by one thread.
 */
final class TailSearch {
  /** The search ends even if others write on, or keys are made to mislead it. */
  private static final int ROUNDS_MAX = 40;

  private static final int RUNGS = 6;
  private static final int EVEN_PLACES = 6;
  private static final int COMMON_PLACES = 8;
  private static final int WINDOW_BYTES = 8;

  private final byte[] beginning;
  private final int wanted;
  private final int step;

  /** A place from which on there are enough cells. */
  private byte[] far;

  /** A place from which on there are too few cells; null for the end. */
  private byte[] near;

  private List<byte[]> places = List.of();
  private byte[] start;
  private int rounds;

  /**
   * @param beginning the first place of all
   * @param wanted the number of cells that must follow the place
   * @param most the largest number that may follow, at least twice as many
   * @param far a place that enough cells follow
   */
  TailSearch(byte[] beginning, int wanted, int most, byte[] far) {
    this.beginning = beginning;
    this.wanted = wanted;
    this.step = most - wanted;
    this.far = far;
  }

  /** A question: which is the cell of this number, counted from 1, from a place on? */
  record Probe(Bytes from, int number) {}

  /** Returns the questions of the next round; none if the search is given up. */
  List<Probe> probes() {
    List<Probe> probes = new ArrayList<>();
    if (++rounds > ROUNDS_MAX) {
      return probes;
    }
    for (int rung = 1; rung <= RUNGS; rung++) {
      add(probes, far, rung * step);
    }
    places = places(far, near);
    places.forEach(place -> add(probes, place, 0));
    return probes;
  }

  /** Asks for the cell behind some others, and whether it and those behind it are enough. */
  private void add(List<Probe> probes, byte[] place, int skipped) {
    probes.add(new Probe(Bytes.wrap(place), skipped + 1));
    probes.add(new Probe(Bytes.wrap(place), skipped + wanted));
  }

  /**
   * Takes the answers.
   *
   * @param found the keys of the cells, in the order of the probes; null for none
   */
  void answer(List<byte[]> found) {
    int rung = last(found, 0, RUNGS);
    byte[] further = rung < 0 ? far : found.get(2 * rung);
    if (rung < RUNGS - 1) {
      // Less than a step beyond the cells wanted: no more than the most.
      start = further;
      return;
    }
    int place = last(found, RUNGS, places.size());
    if (place + 1 < places.size()) {
      near = places.get(place + 1);
    }
    byte[] atPlace = place < 0 ? far : found.get(2 * (RUNGS + place));
    far = Arrays.compareUnsigned(atPlace, further) > 0 ? atPlace : further;
  }

  /** Returns the number of the last of some places that enough cells follow; -1 for none. */
  private static int last(List<byte[]> found, int from, int count) {
    int number = count - 1;
    while (number >= 0 && found.get(2 * (from + number) + 1) == null) {
      number--;
    }
    return number;
  }

  /** Returns the place that was found; null if there is none yet. */
  byte[] start() {
    return start;
  }

  /** Notes that by now another number of cells follows the place that was found. */
  void missed(int cells) {
    if (cells < wanted) {
      near = start;
      far = beginning;
    } else {
      far = start;
      near = null;
    }
    start = null;
  }

  /** Returns keys between two, ascending. */
  static List<byte[]> places(byte[] low, byte[] high) {
    TreeSet<byte[]> places = new TreeSet<>(Arrays::compareUnsigned);
    int common = high == null ? 0 : Math.max(0, Arrays.mismatch(low, high));
    for (int at = common; at < Math.min(low.length, common + COMMON_PLACES); at++) {
      if (low[at] != (byte) 0xFF) {
        byte[] next = Arrays.copyOf(low, at + 1);
        next[at]++;
        places.add(next);
      }
    }
    places.addAll(even(low, high, common));
    return places.stream()
        .filter(place -> Arrays.compareUnsigned(place, low) > 0)
        .filter(place -> high == null || Arrays.compareUnsigned(place, high) < 0)
        .toList();
  }

  private static List<byte[]> even(byte[] low, byte[] high, int common) {
    BigInteger parts = BigInteger.valueOf(EVEN_PLACES + 1);
    int longest = Math.max(low.length, high == null ? 0 : high.length) + WINDOW_BYTES;
    for (int width = WINDOW_BYTES; common + width <= longest + WINDOW_BYTES; width += 8) {
      BigInteger from = number(low, common, width);
      BigInteger to =
          high == null ? BigInteger.ONE.shiftLeft(8 * width) : number(high, common, width);
      BigInteger step = to.subtract(from).divide(parts);
      if (step.signum() > 0) {
        List<byte[]> places = new ArrayList<>(EVEN_PLACES);
        for (int part = 1; part <= EVEN_PLACES; part++) {
          BigInteger place = from.add(step.multiply(BigInteger.valueOf(part)));
          places.add(key(low, common, place, width));
        }
        return places;
      }
    }
    return List.of();
  }

  private static BigInteger number(byte[] key, int from, int width) {
    return new BigInteger(
        1, Arrays.copyOfRange(Arrays.copyOf(key, from + width), from, from + width));
  }

  private static byte[] key(byte[] low, int common, BigInteger number, int width) {
    byte[] key = Arrays.copyOf(low, common + width);
    byte[] bytes = number.toByteArray();
    int length = Math.min(width, bytes.length);
    Arrays.fill(key, common, key.length, (byte) 0);
    System.arraycopy(bytes, bytes.length - length, key, key.length - length, length);
    return key;
  }
}
