package org.portolan.wiki.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FormsTest {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  @Test
  void parse_ofFields_decodesThem() {
    assertThat(Forms.parse("")).isEmpty();
    assertThat(Forms.parse("a=1&b=%C3%A9+x&c&=d&a=2&"))
        .isEqualTo(Map.of("a", "2", "b", "é x", "c", "", "", ""));
    assertThat(Forms.parse("text=a%3Db=c")).isEqualTo(Map.of("text", "a=b=c"));
    assertThatThrownBy(() -> Forms.parse("a=%FF")).isInstanceOf(Failure.class);
  }

  @Test
  void parse_ofVeryManyFields_isRefusedBeforeTheyTakeMemory() {
    String fields = "a=b&".repeat(1_000_000);
    assertThat(refusal(fields)).contains("request.fields");
    long before = THREADS.getCurrentThreadAllocatedBytes();
    refusal(fields);

    assertThat(THREADS.getCurrentThreadAllocatedBytes() - before).isLessThan(1 << 20);
  }

  private static String refusal(String fields) {
    try {
      Forms.parse(fields);
      return "";
    } catch (Failure e) {
      return e.getMessage();
    }
  }
}
