package org.portolan.bench.workload.engine;

/**
 * Which write of a record a value comes from.
 *
 * @param run the run that wrote it: its beginning, in milliseconds
 * @param number of the write of this record in that run, from 0
 */
record Version(long run, int number) {
  @Override
  public String toString() {
    return run + "." + number;
  }
}
