package org.portolan.bench.load;

import java.util.List;

/**
 * The result of comparing the store with the writes that it acknowledged.
 *
 * @param checked the number of records or edits looked up
 * @param wrong how many of them were lost or differ from the acknowledged write; all are counted
 * @param findings descriptions of the first of these, at most {@value #FINDINGS_MAX}
 */
public record Verification(long checked, long wrong, List<String> findings) {
  public static final int FINDINGS_MAX = 100;

  public Verification {
    findings = findings.stream().limit(FINDINGS_MAX).toList();
  }
}
