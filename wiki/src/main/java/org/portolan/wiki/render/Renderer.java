package org.portolan.wiki.render;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.portolan.wiki.text.PageReader;
import org.portolan.wiki.text.ReadTexts;
import org.portolan.wiki.text.SiteLanguage;
import org.portolan.wiki.work.FairThreads;
import org.portolan.wiki.work.OverloadedException;
import org.portolan.wikitext.expand.Expanded;
import org.portolan.wikitext.expand.Expander;
import org.portolan.wikitext.expand.PageFacts;
import org.portolan.wikitext.html.HtmlRenderer;
import org.portolan.wikitext.html.Hypertext;
import org.portolan.wikitext.html.RenderedPage;
import org.portolan.wikitext.limit.Allowance;
import org.portolan.wikitext.limit.TextLimit;
import org.portolan.wikitext.limit.TextLimitException;
import org.portolan.wikitext.limit.TextLimits;
import org.portolan.wikitext.message.Messages;
import org.portolan.wikitext.message.TextMessages;
import org.portolan.wikitext.site.SiteInfo;
import org.portolan.wikitext.site.Title;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Renders wikitext as MediaWiki would, within {@link TextLimits}, in separate threads, so that even
 * a hostile text uses no more of the machine. The answer is always a page: the rendered page, or
 * its source under a notice. Thread-safe.
 */
public final class Renderer implements AutoCloseable {
  private static final Logger LOGGER = LoggerFactory.getLogger(Renderer.class);

  /** Expansion and rendering recurse several frames for each level of nesting. */
  private static final long STACK_BYTES = 16L * 1024 * 1024;

  private static final int WAITING_MAX_PER_THREAD = 64;

  private final SiteLanguage language;
  private final TextLimits limits;
  private final Messages messages;
  private final FairThreads threads;

  public Renderer(SiteInfo site, TextLimits limits) {
    this(site, limits, Runtime.getRuntime().availableProcessors());
  }

  /**
   * @param threadCount the number of texts of one client that are rendered at the same time
   */
  public Renderer(SiteInfo site, TextLimits limits, int threadCount) {
    this.language = new SiteLanguage(site);
    this.limits = limits;
    this.messages = TextMessages.of(site.language());
    var counter = new AtomicInteger();
    int waiting = threadCount * WAITING_MAX_PER_THREAD;
    this.threads =
        new FairThreads(
            // One thread more than processors: however many texts one client sends, a thread is
            // free for others.
            new FairThreads.Bounds(threadCount + 1, threadCount, waiting / 2, waiting),
            task -> {
              var thread =
                  new Thread(null, task, "render-" + counter.incrementAndGet(), STACK_BYTES);
              thread.setDaemon(true);
              return thread;
            });
  }

  /** Returns the site whose spelling this renderer follows. */
  public SiteInfo site() {
    return language.site();
  }

  /**
   * Renders the text of a page. Blocks until the result is ready or the time is up.
   *
   * @param client for whom it is rendered; no client occupies all threads
   * @param reader reads other pages, in one of this renderer's threads
   * @throws OverloadedException if too many texts wait to be rendered; try again in a moment
   * @throws RuntimeException any exception of {@code reader}
   */
  public Rendering render(String client, PageFacts page, String text, PageReader reader) {
    if (text.length() > limits.sourceCharsMax()) {
      return source(text, TextLimit.SOURCE, limits.sourceCharsMax(), Map.of(), true);
    }
    try {
      return run(client, page.title(), () -> renderWithin(page, text, reader));
    } catch (TextLimitException e) {
      return source(text, e.reason(messages), Map.of(), !e.starved());
    }
  }

  /**
   * Returns a text as it is to be saved, see {@link org.portolan.wikitext.expand.Expander#saved}.
   * Blocks until the result is ready or the time is up; a text in which nothing is to be replaced
   * costs one scan.
   *
   * @throws TextLimitException if the text needs more than is allowed
   * @throws OverloadedException if too many texts wait to be rendered; try again in a moment
   * @throws RuntimeException any exception of {@code reader}
   */
  public String saved(String client, PageFacts page, String text, PageReader reader) {
    if (!Expander.mayChange(text)) {
      return text;
    }
    return run(
        client,
        page.title(),
        () -> {
          try {
            return language
                .expander()
                .saved(page, text, new ReadTexts(reader), new Allowance(limits));
          } catch (StackOverflowError e) {
            throw Allowance.refused(TextLimit.STACK, 0);
          }
        });
  }

  private <T> T run(String client, Title title, Callable<T> work) {
    var job = new RenderJob<>(work);
    threads.execute(client, job);
    long most = limits.time().toMillis();
    try {
      if (!job.awaitStart(limits.time()) && threads.withdraw(client, job)) {
        // That others take long says nothing about this text.
        throw new OverloadedException("too many pages are being rendered");
      }
      // Usually the allowance ends first, with a better answer; this limit is for a reader that
      // hangs.
      return job.get(most * 5 / 4 + 100, TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      job.cancel(true);
      LOGGER.warn("stopped rendering '{}' after {}", title, limits.time());
      boolean starved = job.processorTime().compareTo(limits.time().dividedBy(2)) < 0;
      throw starved
          ? Allowance.starved(TextLimit.TIME, most)
          : Allowance.refused(TextLimit.TIME, most);
    } catch (InterruptedException e) {
      job.cancel(true);
      threads.withdraw(client, job);
      Thread.currentThread().interrupt();
      throw Allowance.starved(TextLimit.INTERRUPTED, 0);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException failure) {
        throw failure;
      }
      LOGGER.warn("rendering '{}' failed", title, e.getCause());
      throw Allowance.starved(TextLimit.FAILED, 0);
    }
  }

  private Rendering renderWithin(PageFacts page, String text, PageReader reader) {
    var allowance = new Allowance(limits);
    var texts = new ReadTexts(reader);
    try {
      Expanded expanded = language.expander().expand(page, text, texts, allowance);
      var context = language.context(page.title());
      RenderedPage rendered = HtmlRenderer.render(context, expanded, allowance);
      List<String> languages = new ArrayList<>();
      rendered.languages().forEach((code, title) -> languages.add(code + ":" + title));
      return new Rendering(
          rendered.body(),
          List.copyOf(rendered.categories().keySet()),
          languages,
          expanded.pages(),
          expanded.lifetime(),
          Optional.empty(),
          true);
    } catch (TextLimitException e) {
      return source(text, e.reason(messages), texts.revisions(), !e.starved());
    } catch (StackOverflowError e) {
      return source(text, TextLimit.STACK, 0, texts.revisions(), true);
    }
  }

  /** Returns a text that is not wikitext (a module, a style sheet) as it is. */
  public Rendering preformatted(String text) {
    String html = "<pre class=\"source\">" + Html.escape(clipped(text)) + "</pre>";
    return new Rendering(
        Hypertext.withoutLinks(html),
        List.of(),
        List.of(),
        Map.of(),
        Optional.empty(),
        Optional.empty(),
        true);
  }

  private Rendering source(
      String text, TextLimit limit, long most, Map<String, Long> templates, boolean lasting) {
    return source(text, limit.reason(messages, most), templates, lasting);
  }

  private Rendering source(
      String text, String reason, Map<String, Long> templates, boolean lasting) {
    String notice = messages.of("not-rendered", "reason", reason);
    boolean foreign = !messages.language().equals(site().language());
    String html =
        "<div class=\"limit\" role=\"note\"><p"
            + (foreign ? " lang=\"" + messages.language() + "\"" : "")
            + "><strong>"
            + Html.escape(notice)
            + "</strong></p></div><pre class=\"source\">"
            + Html.escape(clipped(text))
            + "</pre>";
    return new Rendering(
        Hypertext.withoutLinks(html),
        List.of(),
        List.of(),
        templates,
        Optional.empty(),
        Optional.of(reason),
        lasting);
  }

  private String clipped(String text) {
    return text.length() <= limits.sourceCharsMax()
        ? text
        : text.substring(0, limits.sourceCharsMax()) + "\n…";
  }

  /** Stops; texts still being rendered are abandoned. */
  @Override
  public void close() {
    threads.close();
  }
}
