package org.portolan.data;

import java.lang.reflect.Proxy;
import java.util.List;
import org.portolan.engine.Capabilities;
import org.portolan.engine.Capabilities.AtomicAdd;
import org.portolan.engine.Capabilities.KeyOrder;
import org.portolan.engine.Capabilities.TransactionScope;
import org.portolan.engine.Engine;
import org.portolan.engine.EngineProvider;

/** An engine that can do almost nothing and says so; no test asks it for more. */
public final class BareEngineProvider implements EngineProvider {
  private static final Capabilities CAPABILITIES =
      new Capabilities(
          TransactionScope.ROW,
          KeyOrder.NONE,
          false,
          false,
          false,
          AtomicAdd.ROW,
          false,
          false,
          100,
          100,
          100);

  @Override
  public String scheme() {
    return "bare";
  }

  @Override
  public String uriForm() {
    return "bare:";
  }

  @Override
  public Capabilities capabilities() {
    return CAPABILITIES;
  }

  @Override
  public Engine open(String uri, OpenMode mode) {
    return (Engine)
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {Engine.class},
            (proxy, method, arguments) ->
                switch (method.getName()) {
                  case "capabilities" -> CAPABILITIES;
                  case "describe" -> "Bare 1";
                  case "uri" -> uri;
                  case "tables" -> List.of();
                  case "close" -> null;
                  default -> throw new AssertionError("not to be called: " + method);
                });
  }
}
