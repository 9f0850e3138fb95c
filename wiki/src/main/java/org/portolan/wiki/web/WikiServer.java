package org.portolan.wiki.web;

import io.undertow.UndertowOptions;
import io.undertow.server.handlers.GracefulShutdownHandler;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.portolan.wiki.Wiki;
import org.portolan.wiki.render.Renderer;
import org.portolan.wiki.render.TitlePath;
import org.portolan.wiki.work.FairThreads;
import org.portolan.wikitext.site.SiteInfo;
import org.portolan.wikitext.site.Title;
import org.xnio.OptionMap;
import org.xnio.Options;

/**
 * Serves a wiki over HTTP/1.1. Two threads per core read and write sockets, and send cached pages
 * if the store is local. Forms are read by these threads too. Other requests wait for the store in
 * threads that clients share fairly, and so do the texts that are rendered: whatever one client
 * sends, threads are free for others. What waits is bounded; beyond that the answer is 503.
 *
 * <p>The server reads the site information once, at the start.
 */
public final class WikiServer implements AutoCloseable {
  private static final int FIRST_LINE_AND_HEADERS_BYTES_MAX = 64 * 1024;
  private static final int PARSE_MILLIS_MAX = 10_000;
  private static final int IDLE_MILLIS_MAX = 60_000;
  private static final int STALLED_MILLIS_MAX = 30_000;

  /** Threads beyond those for all: most requests of hostile clients wait for the renderer. */
  private static final int KEPT_THREADS = 16;

  private static final OptionMap SOCKET_OPTIONS =
      OptionMap.builder()
          .set(Options.READ_TIMEOUT, STALLED_MILLIS_MAX)
          .set(Options.WRITE_TIMEOUT, STALLED_MILLIS_MAX)
          .getMap();

  private static final int WAITING_OF_CLIENT_MAX = 128;
  private static final int WAITING_MAX = 1_024;
  private static final long DRAIN_MILLIS_MAX = 5_000;

  private final HttpListener listener;
  private final GracefulShutdownHandler gate;
  private final FairThreads threads;
  private final Renderer renderer;
  private final UnsentBytes unsent;
  private final URI address;

  private WikiServer(
      HttpListener listener,
      GracefulShutdownHandler gate,
      FairThreads threads,
      Renderer renderer,
      UnsentBytes unsent,
      URI address) {
    this.listener = listener;
    this.gate = gate;
    this.threads = threads;
    this.renderer = renderer;
    this.unsent = unsent;
    this.address = address;
  }

  /**
   * Starts serving; the server answers requests when this returns.
   *
   * @throws IllegalArgumentException if the address cannot be bound
   */
  public static WikiServer start(Wiki wiki, ServerOptions options) {
    var bound = new InetSocketAddress(options.host(), options.port());
    if (bound.isUnresolved()) {
      throw new IllegalArgumentException(
          "cannot serve on '"
              + options.host()
              + "': it is neither an address nor a name that resolves to one; name an address of"
              + " this machine");
    }
    SiteInfo site = wiki.site();
    var files = new StaticFiles();
    var views =
        new Views(
            site,
            mainPage(site, options),
            files.path("portolan.css"),
            options.language().orElse(site.language()));
    var renderer = new Renderer(site, options.renderLimits());
    Map<String, Route> routes = routes(wiki, renderer, views, files, options);
    OriginCheck origins = OriginCheck.of(options, bound.getAddress().isLoopbackAddress());
    FairThreads threads = threads(options.requestThreads());
    var bodies = new FormBodies(FormBodies.Bounds.of(formBytesMax(options)));
    UnsentBytes unsent = UnsentBytes.ofMemory();
    var gate =
        new GracefulShutdownHandler(
            new Dispatcher(routes, views, origins, bodies, unsent, threads));
    HttpListener listener;
    try {
      listener = new HttpListener(bound, gate, serverOptions(options), SOCKET_OPTIONS);
    } catch (IOException | RuntimeException e) {
      threads.close();
      renderer.close();
      throw new IllegalArgumentException(
          "cannot serve on "
              + options.host()
              + ":"
              + options.port()
              + ": "
              + reason(e)
              + "; choose another port, or 0 for any free one",
          e);
    }
    return new WikiServer(
        listener, gate, threads, renderer, unsent, address(options.host(), listener.port()));
  }

  private static OptionMap serverOptions(ServerOptions options) {
    return OptionMap.builder()
        .set(UndertowOptions.DECODE_URL, false)
        .set(UndertowOptions.URL_CHARSET, "UTF-8")
        .set(UndertowOptions.MAX_ENTITY_SIZE, 4 * formBytesMax(options))
        .set(UndertowOptions.MAX_HEADER_SIZE, FIRST_LINE_AND_HEADERS_BYTES_MAX)
        .set(UndertowOptions.REQUEST_PARSE_TIMEOUT, PARSE_MILLIS_MAX)
        .set(UndertowOptions.NO_REQUEST_TIMEOUT, IDLE_MILLIS_MAX)
        .set(UndertowOptions.ALLOW_UNESCAPED_CHARACTERS_IN_URL, true)
        .getMap();
  }

  /** Returns what the operating system reported: Undertow wraps it. */
  private static String reason(Throwable failure) {
    Throwable cause = failure;
    while (cause.getCause() != null) {
      cause = cause.getCause();
    }
    return cause.getMessage() == null ? cause.toString() : cause.getMessage();
  }

  /** Returns the threads that answer requests. */
  private static FairThreads threads(int open) {
    return new FairThreads(
        new FairThreads.Bounds(open + KEPT_THREADS, open, WAITING_OF_CLIENT_MAX, WAITING_MAX),
        FairThreads.named("request", 0));
  }

  /** Percent-encoding makes three bytes of one; the other fields need little. */
  private static long formBytesMax(ServerOptions options) {
    return 4L * options.textBytesMax() + 64 * 1024;
  }

  private static URI address(String host, int port) {
    return URI.create(
        "http://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + port + "/");
  }

  private static Map<String, Route> routes(
      Wiki wiki, Renderer renderer, Views views, StaticFiles files, ServerOptions options) {
    var writes = new WriteCount();
    Clock clock = Clock.systemUTC();
    var view = new ViewPages(wiki, renderer, views, writes, options);
    var edit = new EditPages(wiki, views, view, writes, options, clock);
    var history = new HistoryPages(wiki, views);
    var lists = new ListPages(wiki, views);
    var changes = new ChangePages(wiki, views, writes, clock);
    var comments = new CommentPages(wiki, views, clock);
    var site = new SitePages(wiki, views);
    var routes = new LinkedHashMap<String, Route>();
    routes.put("", Route.page(site::main));
    Route.Quick ready = wiki.local() ? view::ready : Route.Quick.NEVER;
    routes.put("wiki", Route.about(view::answer).quickly(ready));
    routes.put("edit", Route.form(edit::answer));
    routes.put("history", Route.about(history::history));
    routes.put("comments", Route.form(comments::answer));
    routes.put("diff", Route.about(history::diff));
    routes.put("backlinks", Route.about(lists::backlinks));
    routes.put("members", Route.about(lists::members));
    routes.put("uses", Route.about(lists::uses));
    routes.put("move", Route.form(changes::move));
    routes.put("delete", Route.form(changes::delete));
    routes.put("raw", Route.about(site::raw));
    routes.put("pages", Route.page(lists::all));
    routes.put("random", Route.page(site::random));
    routes.put("jobs", Route.page(new JobPages(wiki, views)::list));
    routes.put("statistics", Route.page(site::statistics));
    routes.put("go", Route.page(site::go));
    routes.put("static", Route.about(files::answer));
    return routes;
  }

  /**
   * The main page is the one in the options, or the one named by the last part of the site's
   * address.
   */
  private static String mainPage(SiteInfo site, ServerOptions options) {
    String base = site.base();
    Optional<Title> named =
        TitlePath.decode(base.substring(base.lastIndexOf('/') + 1))
            .filter(last -> !last.isEmpty())
            .flatMap(site::title);
    return options
        .mainPage()
        .flatMap(site::title)
        .or(() -> named)
        .map(Title::full)
        .orElse("Main Page");
  }

  /**
   * Returns whether pages can be in a language, or in one that stands in for it: Latvian does for
   * Latgalian, English for English only.
   */
  public static boolean speaks(String language) {
    return Views.speaks(language);
  }

  /** Returns the address of the wiki, for example {@code http://127.0.0.1:8080/}. */
  public URI address() {
    return address;
  }

  /** Returns the bytes of answers that are being sent, for tests. */
  long unsentBytes() {
    return unsent.all();
  }

  /** Stops: refuses new requests, and finishes running ones within some seconds. */
  @Override
  public void close() {
    gate.shutdown();
    try {
      gate.awaitShutdown(DRAIN_MILLIS_MAX);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    listener.close();
    threads.close();
    renderer.close();
  }
}
