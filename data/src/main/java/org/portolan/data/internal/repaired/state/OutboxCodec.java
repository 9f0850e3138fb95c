package org.portolan.data.internal.repaired.state;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;
import org.portolan.data.internal.repaired.state.FollowUp.Target;
import org.portolan.data.internal.repaired.state.Outbox.Secondary;
import org.portolan.data.internal.repaired.state.TableCodecs.FamilyCodec;
import org.portolan.data.internal.repaired.state.TableCodecs.TableCodec;
import org.portolan.engine.RowKey;
import org.portolan.types.Bytes;
import org.portolan.types.KeyCodec;
import org.portolan.types.Tuple;

/**
 * Packs outboxes and intents. First a form byte: {@value #PLAIN} for plain, {@value #DEFLATED} for
 * deflated, whichever is shorter. Then the follow-ups, grouped by table and family, with keys and
 * values in the encodings of {@link KeyCodec} and {@link org.portolan.types.RowCodec}, and versions
 * as differences to the first one. Then the rows to roll forward. Immutable and thread-safe.
 */
public final class OutboxCodec {
  private static final int PLAIN = 1;
  private static final int DEFLATED = 2;

  /** Below this many bytes, deflating gains too little for its time. */
  private static final int DEFLATE_FROM = 128;

  private final TableCodecs codecs;

  OutboxCodec(TableCodecs codecs) {
    this.codecs = codecs;
  }

  private record Group(String table, String family) {}

  private interface Content {
    void write(DataOutputStream output) throws IOException;
  }

  private interface Reading<T> {
    T read(DataInputStream input) throws IOException;
  }

  /** Returns a packed outbox; empty for an empty outbox. */
  public Optional<Bytes> pack(Outbox outbox) {
    return outbox.isEmpty()
        ? Optional.empty()
        : Optional.of(packed(output -> write(output, outbox)));
  }

  Outbox unpack(Optional<Bytes> packed) {
    return packed.map(bytes -> unpacked(bytes, this::readOutbox)).orElse(Outbox.EMPTY);
  }

  public Bytes pack(Intent intent) {
    return packed(
        output -> {
          write(output, intent.columns());
          write(output, intent.outbox());
          write(output, intent.primary());
          output.writeLong(intent.write());
        });
  }

  Intent unpackIntent(Bytes packed) {
    return unpacked(
        packed,
        input ->
            new Intent(readFollowUps(input), readOutbox(input), readRow(input), input.readLong()));
  }

  private static Bytes packed(Content content) {
    ByteArrayOutputStream plain = new ByteArrayOutputStream();
    plain.write(PLAIN);
    writeTo(plain, content);
    if (plain.size() < DEFLATE_FROM) {
      return Bytes.wrap(plain.toByteArray());
    }
    ByteArrayOutputStream deflated = new ByteArrayOutputStream();
    deflated.write(DEFLATED);
    Deflater deflater = new Deflater(Deflater.BEST_SPEED, true);
    byte[] content1 = plain.toByteArray();
    try {
      writeTo(
          new DeflaterOutputStream(deflated, deflater),
          output -> output.write(content1, 1, content1.length - 1));
    } finally {
      deflater.end();
    }
    return Bytes.wrap(deflated.size() < content1.length ? deflated.toByteArray() : content1);
  }

  private static void writeTo(OutputStream stream, Content content) {
    try (DataOutputStream output = new DataOutputStream(stream)) {
      content.write(output);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static <T> T unpacked(Bytes packed, Reading<T> reading) {
    byte[] bytes = packed.unsafeArray();
    InputStream stream = new ByteArrayInputStream(bytes, 1, bytes.length - 1);
    Inflater inflater = new Inflater(true);
    try (DataInputStream input =
        new DataInputStream(
            switch (bytes[0]) {
              case PLAIN -> stream;
              case DEFLATED -> new InflaterInputStream(stream, inflater);
              default ->
                  throw new IllegalStateException(
                      "an outbox has form "
                          + bytes[0]
                          + ", which this release cannot read; use the release that wrote it");
            })) {
      return reading.read(input);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      inflater.end();
    }
  }

  private void write(DataOutputStream output, Outbox outbox) throws IOException {
    write(output, outbox.followUps());
    output.writeInt(outbox.secondaries().size());
    for (Secondary secondary : outbox.secondaries()) {
      write(output, secondary.row());
      output.writeLong(secondary.version());
      output.writeLong(secondary.write());
    }
  }

  private Outbox readOutbox(DataInputStream input) throws IOException {
    List<FollowUp> followUps = readFollowUps(input);
    List<Secondary> secondaries = new ArrayList<>();
    for (int left = input.readInt(); left > 0; left--) {
      secondaries.add(new Secondary(readRow(input), input.readLong(), input.readLong()));
    }
    return new Outbox(followUps, secondaries);
  }

  private void write(DataOutputStream output, RowKey row) throws IOException {
    output.writeUTF(row.table());
    writeBytes(output, codecs.table(row.table()).key().encode(row.key()));
  }

  private RowKey readRow(DataInputStream input) throws IOException {
    String table = input.readUTF();
    return new RowKey(table, codecs.table(table).key().decode(readBytes(input)));
  }

  private void write(DataOutputStream output, List<FollowUp> followUps) throws IOException {
    Map<Group, List<FollowUp>> groups = new LinkedHashMap<>();
    for (FollowUp followUp : followUps) {
      groups
          .computeIfAbsent(
              new Group(followUp.target().table(), followUp.target().family()),
              group -> new ArrayList<>())
          .add(followUp);
    }
    long base = followUps.isEmpty() ? 0 : followUps.get(0).version();
    output.writeLong(base);
    output.writeInt(groups.size());
    for (Map.Entry<Group, List<FollowUp>> group : groups.entrySet()) {
      output.writeUTF(group.getKey().table());
      output.writeUTF(group.getKey().family());
      output.writeInt(group.getValue().size());
      TableCodec table = codecs.table(group.getKey().table());
      FamilyCodec family = table.family(group.getKey().family());
      for (FollowUp followUp : group.getValue()) {
        output.writeLong(followUp.version() - base);
        writeBytes(output, table.key().encode(followUp.target().key()));
        if (family.itemKey().isPresent()) {
          writeBytes(output, family.itemKey().get().encode(followUp.target().item().orElseThrow()));
        }
        output.writeBoolean(followUp.values() != null);
        if (followUp.values() != null) {
          writeBytes(output, family.values().encode(followUp.values()));
        }
      }
    }
  }

  private List<FollowUp> readFollowUps(DataInputStream input) throws IOException {
    List<FollowUp> followUps = new ArrayList<>();
    long base = input.readLong();
    for (int groups = input.readInt(); groups > 0; groups--) {
      TableCodec table = codecs.table(input.readUTF());
      String familyName = input.readUTF();
      FamilyCodec family = table.family(familyName);
      for (int left = input.readInt(); left > 0; left--) {
        long version = base + input.readLong();
        Tuple key = table.key().decode(readBytes(input));
        Optional<Tuple> item =
            family.itemKey().isPresent()
                ? Optional.of(family.itemKey().get().decode(readBytes(input)))
                : Optional.empty();
        List<Object> values =
            input.readBoolean() ? Arrays.asList(family.values().decode(readBytes(input))) : null;
        followUps.add(
            new FollowUp(
                new Target(table.schema().name(), key, familyName, item), values, version));
      }
    }
    return followUps;
  }

  private static void writeBytes(DataOutputStream output, byte[] bytes) throws IOException {
    output.writeInt(bytes.length);
    output.write(bytes);
  }

  private static byte[] readBytes(DataInputStream input) throws IOException {
    byte[] bytes = new byte[input.readInt()];
    input.readFully(bytes);
    return bytes;
  }
}
