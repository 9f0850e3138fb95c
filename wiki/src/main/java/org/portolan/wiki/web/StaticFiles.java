package org.portolan.wiki.web;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** The few files that never change while the server runs, held in memory. */
final class StaticFiles {
  private static final Map<String, String> TYPES =
      Map.of("portolan.css", "text/css; charset=utf-8", "rose.svg", "image/svg+xml");

  private final Map<String, Reply> files = new HashMap<>();

  StaticFiles() {
    TYPES.forEach((name, type) -> files.put(name, load(name, type)));
  }

  private static Reply load(String name, String type) {
    try (InputStream file = StaticFiles.class.getResourceAsStream("static/" + name)) {
      if (file == null) {
        throw new IllegalStateException("the file static/" + name + " is not in the package");
      }
      byte[] body = file.readAllBytes();
      return new Reply(
          200,
          type,
          Body.of(body),
          Optional.empty(),
          Optional.of(ViewPages.etag(0, body)),
          Map.of("Cache-Control", "public, max-age=31536000, immutable"));
    } catch (IOException e) {
      throw new UncheckedIOException("reading static/" + name + " failed", e);
    }
  }

  /** Returns the address of a file, which changes with its content. */
  String path(String name) {
    String etag = files.get(name).etag().orElseThrow();
    return "/static/" + name + "?v=" + etag.substring(3, etag.length() - 1);
  }

  Reply answer(Request request) {
    Reply file = files.get(request.rest());
    if (file == null) {
      throw new Failure(404, "address.no-file");
    }
    return file.unlessKnown(request.etag());
  }
}
