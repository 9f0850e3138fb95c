package org.portolan.wikitext.html;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.portolan.wikitext.html.ImageOptions.Format;
import org.portolan.wikitext.html.tree.SafeUrl;
import org.portolan.wikitext.html.tree.Tag;
import org.portolan.wikitext.site.Namespace;
import org.portolan.wikitext.site.Title;

/**
 * Files in a text. The wiki has no files, so a quiet element stands in the place of each picture;
 * around it the structure is MediaWiki's: a figure with its caption, or a span in the line.
 */
final class Images {
  private static final int STAND_IN_WIDTH_MAX = 600;

  /** A description does not fit into a narrower picture. */
  private static final int ICON_WIDTH_MAX = 60;

  private static final String STAND_IN = "file-stand-in";
  private static final String ICON = STAND_IN + " file-icon";

  private static final Set<String> PLAYED =
      Set.of(
          "ogg", "oga", "ogv", "opus", "mp3", "wav", "flac", "webm", "mp4", "mpg", "mpeg", "mov");

  private final Page page;
  private final Draft draft;

  Images(Page page) {
    this.page = page;
    this.draft = page.draft;
  }

  /** Returns the draft of a file with these options, separated by bars. */
  String image(Title file, String written) {
    page.enter();
    var options = options(beforeBars(written));
    page.leave();
    boolean block =
        options.format == Format.THUMB
            || options.format == Format.FRAME
            || !options.place.isEmpty();
    var caption = options.caption == null ? "" : afterLinks(options.caption.strip());
    var out = new StringBuilder();
    var outer = block ? Tag.FIGURE : Tag.SPAN;
    draft.open(out, outer, "class", classes(options));
    picture(out, file, options, block ? "" : draft.text(caption).strip());
    if (block) {
      draft.open(out, Tag.FIGCAPTION);
      out.append(caption);
      draft.close(out, Tag.FIGCAPTION);
    }
    draft.close(out, outer);
    return out.toString();
  }

  /** Links hide the bars in them; only then can the text be divided at its bars. */
  private String beforeBars(String text) {
    return ExternalLinks.readBracketed(page, new Links(page, text).run());
  }

  private String afterLinks(String text) {
    return ExternalLinks.read(page, Quotes.read(page, text));
  }

  ImageOptions options(String written) {
    var options = new ImageOptions(draft);
    int from = 0;
    while (from <= written.length()) {
      int end = written.indexOf('|', from);
      end = end < 0 ? written.length() : end;
      options.take(written.substring(from, end));
      from = end + 1;
    }
    return options;
  }

  /** In a gallery all but some named options is the caption, and the last counts. */
  private ImageOptions galleryOptions(String written) {
    var options = new ImageOptions(draft);
    int from = 0;
    while (from <= written.length()) {
      int end = written.indexOf('|', from);
      end = end < 0 ? written.length() : end;
      options.takeInGallery(written.substring(from, end));
      from = end + 1;
    }
    return options;
  }

  private static String classes(ImageOptions options) {
    var names = new StringBuilder("file");
    if (options.format == Format.THUMB || options.format == Format.FRAME) {
      names.append(" file-box");
    }
    if (options.border) {
      names.append(" mw-image-border");
    }
    if (!options.place.isEmpty()) {
      names.append(" mw-halign-").append(options.place);
    }
    return names.toString();
  }

  /** Appends what stands for the picture, with its link. */
  void picture(StringBuilder out, Title file, ImageOptions options, String description) {
    var link = link(file, options);
    var hint = page.context.site().text(file);
    if (link.isEmpty()) {
      draft.open(out, Tag.SPAN);
    } else {
      draft.append(out, new Token.Open(Tag.A, link));
    }
    int width = Math.min(options.width, STAND_IN_WIDTH_MAX);
    if (width > 0) {
      var classes = width <= ICON_WIDTH_MAX ? ICON : STAND_IN;
      draft.open(out, Tag.SPAN, "class", classes, "title", hint, "style", "width: " + width + "px");
    } else {
      draft.open(out, Tag.SPAN, "class", STAND_IN, "title", hint);
    }
    draft.append(out, new Token.Raw(options.alt == null ? description : options.alt));
    draft.close(out, Tag.SPAN);
    draft.close(out, link.isEmpty() ? Tag.SPAN : Tag.A);
  }

  /** A recording is played in its place and leads nowhere. */
  private static boolean isPlayed(Title file) {
    int point = file.full().lastIndexOf('.');
    return point >= 0 && PLAYED.contains(file.full().substring(point + 1).toLowerCase(Locale.ROOT));
  }

  private List<String> link(Title file, ImageOptions options) {
    if (isPlayed(file)) {
      return List.of();
    }
    if (options.link == null) {
      return List.of("page", file.full());
    }
    if (options.link.isEmpty()) {
      return List.of();
    }
    if (SafeUrl.schemeLength(options.link, 0) > 0 || options.link.startsWith("//")) {
      page.found.add(page.found.externalLinks, options.link);
      return List.of("href", options.link);
    }
    var link = options.link.startsWith(":") ? options.link.substring(1) : options.link;
    var target = LinkTarget.of(page.context, link, true);
    if (target.isPresent() && target.get().title().isPresent()) {
      var title = target.get().title().get();
      if (title.namespace() >= 0) {
        page.found.add(page.found.links, title.full());
      }
      return List.of("page", title.full(), "fragment", target.get().fragment());
    }
    return target
        .flatMap(
            each ->
                page.context
                    .interwiki()
                    .address(each.prefix())
                    .map(
                        address -> {
                          var rest = Anchors.path(each.rest());
                          return List.of("href", address.replace("$1", rest) + each.fragment());
                        }))
        .orElseGet(() -> List.of("page", file.full()));
  }

  /** The files between the tags of a gallery, one a line: name, bar, options and caption. */
  String gallery(String body, Map<String, String> attributes) {
    var out = new StringBuilder();
    draft.open(out, Tag.UL, "class", "gallery");
    out.append('\n');
    var caption = attributes.get("caption");
    if (caption != null && !caption.isBlank()) {
      draft.open(out, Tag.LI, "class", "gallerycaption");
      out.append(page.half(caption));
      draft.close(out, Tag.LI);
      out.append('\n');
    }
    for (var line : lines(body)) {
      page.allowance.step();
      galleryBox(out, line, attributes.containsKey("showfilename"));
    }
    draft.close(out, Tag.UL);
    return out.toString();
  }

  private void galleryBox(StringBuilder out, String line, boolean showName) {
    int bar = line.indexOf('|');
    var name = (bar < 0 ? line : line.substring(0, bar)).strip();
    var title =
        page.context.site().title(name.startsWith(":") ? name.substring(1) : name, Namespace.FILE);
    if (title.isEmpty()) {
      return;
    }
    page.found.add(page.found.files, title.get().full());
    page.enter();
    var options = galleryOptions(bar < 0 ? "" : beforeBars(line.substring(bar + 1)));
    page.leave();
    draft.open(out, Tag.LI, "class", "gallerybox");
    draft.open(out, Tag.DIV, "class", "thumb");
    draft.open(out, Tag.SPAN);
    picture(out, title.get(), options, "");
    draft.close(out, Tag.SPAN);
    draft.close(out, Tag.DIV);
    draft.open(out, Tag.DIV, "class", "gallerytext");
    if (showName) {
      draft.open(out, Tag.A, "page", title.get().full());
      draft.append(out, new Token.Raw(page.context.site().text(title.get())));
      draft.close(out, Tag.A);
      out.append('\n');
    }
    out.append(options.caption == null ? "" : afterLinks(options.caption.strip()));
    draft.close(out, Tag.DIV);
    draft.close(out, Tag.LI);
    out.append('\n');
  }

  private static List<String> lines(String body) {
    var lines = new ArrayList<String>();
    for (var line : body.split("\n", -1)) {
      if (!line.isBlank()) {
        lines.add(line.strip());
      }
    }
    return lines;
  }
}
