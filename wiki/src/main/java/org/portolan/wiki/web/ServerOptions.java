package org.portolan.wiki.web;

import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import org.portolan.wikitext.limit.TextLimits;

/**
 * The configuration of a {@link WikiServer}.
 *
 * @param host the address to bind, for example "127.0.0.1"
 * @param port the port to bind, 0 for any free port
 * @param hostNames the host names that requests may use, without port; a request under another name
 *     that resolves to this address is refused. Empty: any name, or, on a loopback address, only
 *     the names of this machine
 * @param mainPage the title to which {@code /} leads, otherwise that of the site information
 * @param textBytesMax the longest text that can be saved, in bytes of UTF-8
 * @param cacheBytesMax the memory limit of finished pages
 * @param recheckInterval the time after its last check for which a cached page counts as current
 *     although another process may have changed its templates or links; writes of this server show
 *     at once, and the page's own revision is checked on every view
 * @param requestThreads the number of requests that wait for the store at the same time, of one
 *     client or of all clients that have used much time of late
 * @param renderLimits the limits for rendering one page
 * @param language the language of the interface, an IETF tag; otherwise that of the wiki
 */
public record ServerOptions(
    String host,
    int port,
    Set<String> hostNames,
    Optional<String> mainPage,
    int textBytesMax,
    long cacheBytesMax,
    Duration recheckInterval,
    int requestThreads,
    TextLimits renderLimits,
    Optional<String> language) {

  /** A server for this machine only, on any free port. */
  public static final ServerOptions DEFAULT =
      new ServerOptions(
          "127.0.0.1",
          0,
          Set.of(),
          Optional.empty(),
          2 * 1024 * 1024,
          64L * 1024 * 1024,
          Duration.ofSeconds(1),
          Math.max(8, 4 * Runtime.getRuntime().availableProcessors()),
          TextLimits.DEFAULT,
          Optional.empty());

  public ServerOptions {
    hostNames = Set.copyOf(hostNames);
    if (port < 0 || port > 65_535) {
      throw new IllegalArgumentException("port must be from 0 to 65535 but is " + port);
    }
    for (String name : hostNames) {
      if (!name.matches("[\\p{L}\\p{N}._-]+|\\[[0-9A-Fa-f:.]+]")) {
        throw new IllegalArgumentException(
            "'"
                + name
                + "' is no host name; give a name like wiki.example.org, without http:// or port");
      }
    }
    if (textBytesMax < 1 || cacheBytesMax < 0 || requestThreads < 1) {
      throw new IllegalArgumentException("limits must be positive");
    }
  }

  public ServerOptions withPort(int other) {
    return new ServerOptions(
        host,
        other,
        hostNames,
        mainPage,
        textBytesMax,
        cacheBytesMax,
        recheckInterval,
        requestThreads,
        renderLimits,
        language);
  }

  public ServerOptions withHost(String address) {
    return new ServerOptions(
        address,
        port,
        hostNames,
        mainPage,
        textBytesMax,
        cacheBytesMax,
        recheckInterval,
        requestThreads,
        renderLimits,
        language);
  }

  public ServerOptions withMainPage(String title) {
    return new ServerOptions(
        host,
        port,
        hostNames,
        Optional.of(title),
        textBytesMax,
        cacheBytesMax,
        recheckInterval,
        requestThreads,
        renderLimits,
        language);
  }

  public ServerOptions withTextBytesMax(int bytes) {
    return new ServerOptions(
        host,
        port,
        hostNames,
        mainPage,
        bytes,
        cacheBytesMax,
        recheckInterval,
        requestThreads,
        renderLimits,
        language);
  }

  public ServerOptions withCacheBytesMax(long bytes) {
    return new ServerOptions(
        host,
        port,
        hostNames,
        mainPage,
        textBytesMax,
        bytes,
        recheckInterval,
        requestThreads,
        renderLimits,
        language);
  }

  public ServerOptions withRecheckInterval(Duration interval) {
    return new ServerOptions(
        host,
        port,
        hostNames,
        mainPage,
        textBytesMax,
        cacheBytesMax,
        interval,
        requestThreads,
        renderLimits,
        language);
  }

  public ServerOptions withHostNames(Set<String> names) {
    return new ServerOptions(
        host,
        port,
        names,
        mainPage,
        textBytesMax,
        cacheBytesMax,
        recheckInterval,
        requestThreads,
        renderLimits,
        language);
  }

  public ServerOptions withLanguage(String tag) {
    return new ServerOptions(
        host,
        port,
        hostNames,
        mainPage,
        textBytesMax,
        cacheBytesMax,
        recheckInterval,
        requestThreads,
        renderLimits,
        Optional.of(tag));
  }
}
