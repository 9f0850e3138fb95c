package org.portolan.bench.telemetry;

import java.util.function.Consumer;

/**
 * Counters of one kind. Used by one thread.
 *
 * @param kind of its figures, for example {@code requests}
 * @param source of its figures, in a sentence for people
 * @param reader reads all counters once, within some seconds at most; a {@code RuntimeException}
 *     means that this failed, and the run goes on
 */
record Meter(String kind, String source, Consumer<Sweep> reader) {}
