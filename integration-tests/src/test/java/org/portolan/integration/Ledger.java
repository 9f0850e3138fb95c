package org.portolan.integration;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The requests of writers and their answers: each save is added before it is made, and its answer
 * when it arrives. Thread-safe. With a file, the operating system has every line before the call
 * returns, so that the ledger survives the death of its process by {@code kill -9}.
 */
final class Ledger implements AutoCloseable {
  /** The answer to a save. */
  sealed interface Answer {
    /** The save was acknowledged as this revision. */
    record Acknowledged(long revision) implements Answer {}

    /** The save failed, and nothing was changed. */
    record Refused(String why) implements Answer {}
  }

  private static final String SEPARATOR = "\t";

  private final Map<String, Save> asked = new LinkedHashMap<>();
  private final Map<String, Answer> answers = new HashMap<>();
  private final Optional<FileOutputStream> file;

  /** Makes a ledger in memory. */
  Ledger() {
    this.file = Optional.empty();
  }

  /** Makes a ledger that is also appended to a file. */
  Ledger(Path path) {
    try {
      this.file = Optional.of(new FileOutputStream(path.toFile(), true));
    } catch (IOException failure) {
      throw new UncheckedIOException("cannot write the ledger " + path, failure);
    }
  }

  /** Reads the ledger that a process has left in a file; an incomplete last line does not count. */
  static Ledger read(Path path) {
    Ledger ledger = new Ledger();
    String text;
    try {
      text = Files.readString(path);
    } catch (IOException failure) {
      throw new UncheckedIOException("cannot read the ledger " + path, failure);
    }
    text.substring(0, text.lastIndexOf('\n') + 1).lines().forEach(ledger::readLine);
    return ledger;
  }

  private void readLine(String line) {
    List<String> fields = List.of(line.split(SEPARATOR, -1));
    switch (fields.get(0)) {
      case "asked" ->
          asked(
              new Save(fields.get(1), fields.get(2), Long.parseLong(fields.get(3)), fields.get(4)));
      case "acknowledged" -> acknowledged(fields.get(2), Long.parseLong(fields.get(1)));
      case "refused" -> refused(fields.get(2), fields.get(1));
      default -> throw new IllegalArgumentException("not a line of a ledger: " + line);
    }
  }

  synchronized void asked(Save save) {
    if (asked.put(save.text(), save) != null) {
      throw new IllegalArgumentException("asked for twice: " + save);
    }
    append("asked", save.page(), save.title(), Long.toString(save.base()), save.text());
  }

  synchronized void acknowledged(String text, long revision) {
    answers.put(text, new Answer.Acknowledged(revision));
    append("acknowledged", Long.toString(revision), text);
  }

  synchronized void refused(String text, String why) {
    answers.put(text, new Answer.Refused(why));
    append("refused", why, text);
  }

  private void append(String... fields) {
    if (file.isPresent()) {
      try {
        file.get().write((String.join(SEPARATOR, fields) + "\n").getBytes(StandardCharsets.UTF_8));
      } catch (IOException failure) {
        throw new UncheckedIOException("cannot write to the ledger", failure);
      }
    }
  }

  /** Adds the content of another ledger. */
  synchronized void add(Ledger other) {
    asked.putAll(other.saves());
    answers.putAll(other.answers());
  }

  /** Returns the requested saves by text. */
  synchronized Map<String, Save> saves() {
    return new LinkedHashMap<>(asked);
  }

  /** Returns the answers by text; a text without one may or may not have been saved. */
  synchronized Map<String, Answer> answers() {
    return new HashMap<>(answers);
  }

  synchronized long acknowledgements() {
    return answers.values().stream().filter(Answer.Acknowledged.class::isInstance).count();
  }

  /** Returns the number of saves without an answer; they may or may not have been made. */
  synchronized long unanswered() {
    return (long) asked.size() - answers.size();
  }

  @Override
  public void close() {
    if (file.isPresent()) {
      try {
        file.get().close();
      } catch (IOException failure) {
        throw new UncheckedIOException("cannot close the ledger", failure);
      }
    }
  }
}
