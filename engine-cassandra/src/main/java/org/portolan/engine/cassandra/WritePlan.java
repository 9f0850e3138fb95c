package org.portolan.engine.cassandra;

import com.datastax.oss.driver.api.core.cql.BoundStatement;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * A mutation as statements, all of one partition.
 *
 * @param partition the values of the partition columns
 * @param statements one if the mutation has a condition; none if it changes nothing
 * @param bytes about how many bytes they write
 */
record WritePlan(
    RowChange change,
    List<ByteBuffer> partition,
    List<BoundStatement> statements,
    boolean conditional,
    long bytes) {}
