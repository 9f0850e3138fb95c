package org.portolan.wiki.dump;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * The fields of every page of a dump, read without the reader under test. A field is a line such as
 * {@code revision 12/contributor/id=7}.
 */
public final class DumpFields {
  private final XMLStreamReader xml;
  private final Map<String, List<String>> pages = new TreeMap<>();

  private DumpFields(XMLStreamReader xml) {
    this.xml = xml;
  }

  /** Returns the fields of each page by its title. */
  public static Map<String, List<String>> read(InputStream dump) {
    try (InputStream decompressed = DumpInput.open(dump)) {
      var fields =
          new DumpFields(XMLInputFactory.newInstance().createXMLStreamReader(decompressed));
      fields.pages();
      return fields.pages;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (XMLStreamException e) {
      throw new IllegalArgumentException(e);
    }
  }

  /**
   * Returns whether a field is the checksum of a revision whose text in {@code all} has another.
   */
  public static boolean isWrongChecksum(String field, List<String> all) {
    int end = field.indexOf("/sha1=");
    if (end < 0 || field.endsWith("/sha1=")) {
      return false;
    }
    var start = field.substring(0, end) + "/text=";
    var text = all.stream().filter(each -> each.startsWith(start)).findFirst().orElseThrow();
    return !Checksum.matches(
        field.substring(end + "/sha1=".length()), Checksum.of(text.substring(start.length())));
  }

  private void pages() throws XMLStreamException {
    while (xml.hasNext()) {
      if (xml.next() == XMLStreamConstants.START_ELEMENT && xml.getLocalName().equals("page")) {
        var fields = new ArrayList<String>();
        collect("", fields);
        var title =
            fields.stream().filter(field -> field.startsWith("/title=")).findFirst().orElseThrow();
        pages.put(title.substring("/title=".length()), fields);
      }
    }
  }

  /** Collects the attributes, the text and the children of the element at the cursor. */
  private void collect(String path, List<String> fields) throws XMLStreamException {
    var text = new StringBuilder();
    boolean leaf = true;
    var here = path;
    for (int i = 0; i < xml.getAttributeCount(); i++) {
      if (xml.getAttributePrefix(i).isEmpty()) {
        fields.add(here + "@" + xml.getAttributeLocalName(i) + "=" + xml.getAttributeValue(i));
      }
    }
    while (true) {
      switch (xml.next()) {
        case XMLStreamConstants.START_ELEMENT -> {
          leaf = false;
          int size = fields.size();
          collect(here + "/" + xml.getLocalName(), fields);
          // A revision's id comes first, and names its further fields.
          if (here.equals("/revision") && fields.get(size).startsWith("/revision/id=")) {
            here = "/revision " + fields.get(size).substring("/revision/id=".length());
          }
        }
        case XMLStreamConstants.CHARACTERS, XMLStreamConstants.SPACE -> text.append(xml.getText());
        case XMLStreamConstants.END_ELEMENT -> {
          if (leaf) {
            fields.add(here + "=" + text);
          }
          return;
        }
        default -> {}
      }
    }
  }
}
