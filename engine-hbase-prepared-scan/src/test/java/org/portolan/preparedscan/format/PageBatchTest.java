package org.portolan.preparedscan.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

final class PageBatchTest {
  private static final Statement STATEMENT =
      new Statement(List.of(), new byte[] {1, 2}, false, false);

  private static PageRequest request(int start) {
    return PageRequest.of(STATEMENT, new byte[] {(byte) start}, true, new byte[0], false, 3, 400);
  }

  @Test
  void requests_areReadAsWritten_inTheirOrder() {
    byte[] message = PageBatch.ofRequests(List.of(request(7).spelledOut(STATEMENT), request(5)));
    List<PageRequest> read = PageBatch.requests(message);
    assertThat(read).extracting(each -> each.start()[0]).containsExactly((byte) 7, (byte) 5);
    assertThat(read.get(0).statement().digest()).isEqualTo(STATEMENT.digest());
    assertThat(read.get(1).statement()).isNull();
  }

  @Test
  void replies_areReadAsWritten_inTheirOrder() {
    byte[] message =
        PageBatch.ofReplies(
                List.of(
                    PageReply.unknownStatement(),
                    PageReply.elsewhere(new byte[] {1}, new byte[] {2}),
                    PageReply.nothingYet()))
            .toByteArray();
    List<PageReply> read = PageBatch.replies(message, 1_000);
    assertThat(read)
        .extracting(PageReply::status)
        .containsExactly(
            PageReply.Status.UNKNOWN_STATEMENT,
            PageReply.Status.ELSEWHERE,
            PageReply.Status.NOTHING_YET);
    assertThat(read.get(1).regionEnd()).containsExactly(2);
  }

  @Test
  void requests_ofMoreThanAServerTakes_areRefused() {
    int most = PageBatch.REQUESTS_MAX;
    assertThat(PageBatch.requests(PageBatch.ofRequests(Collections.nCopies(most, request(1)))))
        .hasSize(most);
    byte[] more = PageBatch.ofRequests(Collections.nCopies(most + 1, request(1)));
    assertThatThrownBy(() -> PageBatch.requests(more))
        .isInstanceOf(MalformedPageException.class)
        .hasMessageContaining("257 parts, not 1 to 256");
    byte[] none = PageBatch.ofRequests(List.of());
    assertThatThrownBy(() -> PageBatch.requests(none)).isInstanceOf(MalformedPageException.class);
  }

  @Test
  void requests_ofAnotherVersion_areRefused() {
    byte[] message = PageBatch.ofRequests(List.of(request(1)));
    message[0] = 9;
    assertThatThrownBy(() -> PageBatch.requests(message))
        .isInstanceOf(MalformedPageException.class)
        .hasMessageContaining("version 9, but this release knows 1");
  }
}
