package org.portolan.data.internal.index;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.portolan.data.internal.access.Access;
import org.portolan.data.internal.access.Ranges;
import org.portolan.data.internal.index.IndexReads.Member;
import org.portolan.data.internal.schema.Claims;
import org.portolan.data.internal.schema.IndexEntry;
import org.portolan.data.internal.schema.IndexSchema;
import org.portolan.engine.Get;
import org.portolan.engine.KeyRange;
import org.portolan.types.Tuple;

/** Reads unique indexes: each value has a row, which holds the key of its only member. */
final class ClaimReads {
  private ClaimReads() {}

  /** Reads the entries of values in one round trip; returns one for each value, in their order. */
  static List<Optional<IndexEntry>> entries(Access access, IndexSchema index, List<Tuple> values) {
    List<Get> gets = new ArrayList<>(values.size());
    for (Tuple value : values) {
      index.requireValue(value);
      gets.add(Claims.get(index, value));
    }
    return access.get(gets).stream().map(row -> Claims.entry(index, row)).toList();
  }

  /** Returns the member of a value. */
  static Optional<Member> member(Access access, IndexSchema index, Tuple value) {
    return entries(access, index, List.of(value))
        .get(0)
        .map(entry -> new Member(entry.member(), index.keyOf(entry.member(), entry.originals())));
  }

  /** Returns the member of a value if it is in a range. */
  static List<Member> members(Access access, IndexSchema index, Tuple value, KeyRange range) {
    return member(access, index, value)
        .filter(member -> Ranges.contains(index.memberCodec(), range, member.member()))
        .stream()
        .toList();
  }
}
