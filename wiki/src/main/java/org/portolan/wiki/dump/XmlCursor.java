package org.portolan.wiki.dump;

import com.ctc.wstx.api.WstxInputProperties;
import com.ctc.wstx.stax.WstxInputFactory;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import org.codehaus.stax2.XMLStreamReader2;

/**
 * Steps through the elements of an XML stream, with limits on everything: no document type, so only
 * the five entities of XML; at most {@value #DEPTH_MAX} elements deep; {@value #ATTRIBUTES_MAX}
 * attributes of {@value #ATTRIBUTE_CHARACTERS_MAX} characters; {@value #NAMES_MAX} different names;
 * texts cut at the length that the caller sets.
 *
 * <p>Bytes that no XML can have are mended, see {@link MendedInput}; the cursor tells where, and
 * can go on behind what they broke.
 */
final class XmlCursor {
  static final int DEPTH_MAX = 64;
  static final int ATTRIBUTES_MAX = 64;
  static final int ATTRIBUTE_CHARACTERS_MAX = 1 << 16;
  static final int NAMES_MAX = 1_000;
  private static final int SEGMENT_CHARACTERS = 1 << 12;
  private static final int BUFFER_CHARACTERS_KEPT = 1 << 20;

  private static final String ROOT = "<mediawiki>";
  private static final String PAGE = "<page>";

  private final MendedInput mended;
  private XMLStreamReader2 reader;
  private GuardedInput input;
  private long linesBefore;
  private long placeBefore;
  private StringBuilder text = new StringBuilder();
  private boolean cut;
  private String inside = "";

  /** The parser never forgets a name, so their number is limited. */
  private final Set<String> names = new HashSet<>();

  XmlCursor(InputStream source) throws XMLStreamException, IOException {
    mended = MendedInput.of(source);
    begin(mended, 0, 0);
  }

  /**
   * Begins, perhaps in the middle of a file.
   *
   * @param lines the lines before {@code source}
   * @param place the UTF-16 units before it
   */
  private void begin(InputStream source, long lines, long place) throws XMLStreamException {
    var factory = new WstxInputFactory();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    factory.setProperty(XMLInputFactory.IS_COALESCING, false);
    factory.setProperty(WstxInputProperties.P_MIN_TEXT_SEGMENT, SEGMENT_CHARACTERS);
    factory.setProperty(WstxInputProperties.P_MAX_ELEMENT_DEPTH, DEPTH_MAX);
    factory.setProperty(WstxInputProperties.P_MAX_ATTRIBUTES_PER_ELEMENT, ATTRIBUTES_MAX);
    factory.setProperty(WstxInputProperties.P_MAX_ATTRIBUTE_SIZE, ATTRIBUTE_CHARACTERS_MAX);
    factory.setProperty(WstxInputProperties.P_INPUT_BUFFER_LENGTH, 1 << 14);
    input = new GuardedInput(source);
    reader = (XMLStreamReader2) factory.createXMLStreamReader(input);
    linesBefore = lines;
    placeBefore = place;
    names.clear();
  }

  /** Returns whether a byte between two places, of which the second is reached, was damaged. */
  boolean isDamagedBetween(Place start, Place end) {
    return mended.damagedBetween(start.character(), end.character());
  }

  /** Returns whether a byte from a place up to where the parser has come was damaged. */
  boolean isDamagedSince(Place start) {
    return mended.damagedBetween(start.character(), reached());
  }

  /**
   * After a failure, goes on with the next page, or with the end of the file; {@link #child} then
   * returns it.
   *
   * @param start where what cannot be read begins
   * @throws XMLStreamException the failure, if no damaged byte is its cause or there is neither
   */
  void recover(Place start, XMLStreamException failure) throws XMLStreamException, IOException {
    if (!isDamagedSince(start)) {
      throw failure;
    }
    long from = Math.max(place(0).character(), start.character() + PAGE.length());
    MendedInput.Rest rest = mended.nextPage(from);
    if (rest == null) {
      throw failure;
    }
    var root = new ByteArrayInputStream(ROOT.getBytes(StandardCharsets.US_ASCII));
    begin(new SequenceInputStream(root, rest.input()), rest.lines(), rest.place() - ROOT.length());
    child();
  }

  /**
   * Moves to the next child of the current element.
   *
   * @return its name, or null when the current element has ended, which makes its parent current
   */
  String child() throws XMLStreamException {
    while (true) {
      switch (step()) {
        case XMLStreamConstants.START_ELEMENT -> {
          return reader.getLocalName();
        }
        case XMLStreamConstants.END_ELEMENT, XMLStreamConstants.END_DOCUMENT -> {
          return null;
        }
        default -> {}
      }
    }
  }

  /** Returns an attribute of the element that {@link #child} has just reached, or null. */
  String attribute(String name) {
    for (int i = 0; i < reader.getAttributeCount(); i++) {
      if (reader.getAttributeLocalName(i).equals(name)) {
        return reader.getAttributeValue(i);
      }
    }
    return null;
  }

  /**
   * Returns the text of the current element, and ends the element; inner elements are skipped, see
   * {@link #skip} and {@link #inside}.
   */
  String text(int charactersMax) throws XMLStreamException {
    text.setLength(0);
    cut = false;
    inside = "";
    int depth = 1;
    while (depth > 0) {
      switch (step()) {
        case XMLStreamConstants.START_ELEMENT -> {
          inner();
          inside = reader.getLocalName();
          depth++;
        }
        case XMLStreamConstants.END_ELEMENT -> depth--;
        case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA, XMLStreamConstants.SPACE -> {
          if (depth == 1) {
            append(charactersMax);
          }
        }
        default -> {}
      }
    }
    var result = text.toString();
    if (text.capacity() > BUFFER_CHARACTERS_KEPT) {
      text = new StringBuilder();
    }
    return result;
  }

  /** Returns whether the last text was longer than allowed and was therefore cut. */
  boolean wasCut() {
    return cut;
  }

  /** Returns the name of the last element that the last text had inside, or "". */
  String inside() {
    return inside;
  }

  /**
   * Skips the rest of the current element.
   *
   * @throws XMLStreamException also if it has a page inside: then an end tag is missing
   */
  void skip() throws XMLStreamException {
    int depth = 1;
    while (depth > 0) {
      int event = step();
      if (event == XMLStreamConstants.START_ELEMENT) {
        inner();
        depth++;
      } else if (event == XMLStreamConstants.END_ELEMENT) {
        depth--;
      }
    }
  }

  private void inner() throws XMLStreamException {
    if (reader.getLocalName().equals("page")) {
      throw new XMLStreamException("it has a <page> where none can be");
    }
  }

  Place place(long page) {
    var location = reader.getLocationInfo().getCurrentLocation();
    return new Place(
        page,
        (int) Math.min(Integer.MAX_VALUE, linesBefore + Math.max(1, location.getLineNumber())),
        placeBefore + Math.max(0, reader.getLocationInfo().getStartingCharOffset()));
  }

  /** Returns the place up to which the parser has come, in UTF-16 units from the start. */
  private long reached() {
    return placeBefore + reader.getLocationInfo().getCurrentLocation().getCharacterOffset();
  }

  void close() throws XMLStreamException {
    reader.close();
  }

  private void append(int charactersMax) {
    int length = reader.getTextLength();
    int room = charactersMax - text.length();
    if (length > room) {
      cut = true;
      length = room;
    }
    text.append(reader.getTextCharacters(), reader.getTextStart(), length);
  }

  private int step() throws XMLStreamException {
    int event = reader.next();
    input.advanced();
    if (event == XMLStreamConstants.DTD || event == XMLStreamConstants.ENTITY_REFERENCE) {
      throw new XMLStreamException(
          "it declares a document type or its own entities, but no wiki exports these;"
              + " take the file from a source that you trust");
    }
    if (event == XMLStreamConstants.START_ELEMENT) {
      countNames();
    } else if (event == XMLStreamConstants.PROCESSING_INSTRUCTION) {
      count(reader.getPITarget());
    }
    return event;
  }

  private void countNames() throws XMLStreamException {
    count(reader.getLocalName());
    for (int i = 0; i < reader.getAttributeCount(); i++) {
      count(reader.getAttributeLocalName(i));
    }
    for (int i = 0; i < reader.getNamespaceCount(); i++) {
      count(reader.getNamespacePrefix(i));
    }
  }

  private void count(String name) throws XMLStreamException {
    if (names.add(name) && names.size() > NAMES_MAX) {
      throw new XMLStreamException(
          "it has more than "
              + NAMES_MAX
              + " different names of elements and attributes, but a dump has about fifty; take the"
              + " file from a source that you trust");
    }
  }
}
