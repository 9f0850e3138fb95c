package org.portolan.bench.workload.engine;

/**
 * The write of a record that made a value.
 *
 * @param run the beginning of the run that wrote it, in milliseconds
 * @param number the number of the write of this record in that run; 0 is the filling
 */
record Version(long run, int number) {
  @Override
  public String toString() {
    return run + "." + number;
  }
}
