package org.portolan.dump;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Locale;

/**
 * A file of a dump with rows and items of one entity, as the manifest describes it.
 *
 * @param number from 1 on for each entity
 * @param rows the rows that begin in it
 * @param items the items in it
 * @param bytes its length before compression, in bytes
 * @param fileBytes the length of the file, in bytes
 * @param sha256 of the file, in hexadecimal
 * @param firstKey the key of its first row, as in its lines
 * @param lastKey the key of its last row
 */
record Segment(
    String entity,
    int number,
    String file,
    long rows,
    long items,
    long bytes,
    long fileBytes,
    String sha256,
    JsonNode firstKey,
    JsonNode lastKey) {

  static String fileOf(String entity, int number) {
    return String.format(Locale.ROOT, "%s-%06d.jsonl.gz", entity, number);
  }
}
