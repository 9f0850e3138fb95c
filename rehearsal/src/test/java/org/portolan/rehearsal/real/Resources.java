package org.portolan.rehearsal.real;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** What lies in the jars of the class path: texts, and the texts that classes have as constants. */
final class Resources {
  /** A statement that is whole: not the beginning of one that is put together at run time. */
  private static final Pattern STATEMENT =
      Pattern.compile("(?is)(select|insert|update|delete)\\s.*[^=(,\\s]\\s*");

  private Resources() {}

  static String text(String name) throws IOException {
    return new String(bytes(name), StandardCharsets.UTF_8);
  }

  static byte[] bytes(String name) throws IOException {
    try (InputStream resource = Resources.class.getClassLoader().getResourceAsStream(name)) {
      if (resource == null) {
        throw new IOException("no resource " + name + " on the class path");
      }
      return resource.readAllBytes();
    }
  }

  /** Returns the constants of a class that are statements, in the order of the class file. */
  static List<String> statements(String type) throws IOException {
    List<String> statements = new ArrayList<>();
    DataInputStream in =
        new DataInputStream(new ByteArrayInputStream(bytes(type.replace('.', '/') + ".class")));
    in.readInt();
    in.readInt();
    int count = in.readUnsignedShort();
    for (int i = 1; i < count; i++) {
      int tag = in.readUnsignedByte();
      switch (tag) {
        case 1 -> {
          String text = in.readUTF().strip();
          if (STATEMENT.matcher(text).matches()) {
            statements.add(text.endsWith(";") ? text.substring(0, text.length() - 1) : text);
          }
        }
        case 5, 6 -> {
          in.readLong();
          i++;
        }
        case 7, 8, 16, 19, 20 -> in.readUnsignedShort();
        case 15 -> in.skipNBytes(3);
        default -> in.readInt();
      }
    }
    return statements;
  }
}
