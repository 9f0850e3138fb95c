package org.portolan.bench.load;

import java.util.List;

/**
 * What a workload found when it compared the store with what had been acknowledged.
 *
 * @param checked how many things were looked at
 * @param wrong how many of them were lost or not as acknowledged; all are counted
 * @param findings the first of them in words, at most {@value #FINDINGS_MAX}
 */
public record Verification(long checked, long wrong, List<String> findings) {
  public static final int FINDINGS_MAX = 100;

  public Verification {
    findings = findings.stream().limit(FINDINGS_MAX).toList();
  }
}
