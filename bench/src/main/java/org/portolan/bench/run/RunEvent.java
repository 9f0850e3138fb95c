package org.portolan.bench.run;

/**
 * Something that happened beside a run, for example a compaction or the death of a server.
 *
 * @param second since the beginning of the run, warm-up included
 */
public record RunEvent(double second, String text) {}
