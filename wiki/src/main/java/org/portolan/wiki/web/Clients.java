package org.portolan.wiki.web;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.Arrays;
import java.util.HexFormat;

/** Tells clients apart, for the limits of each. */
final class Clients {
  /** Whoever has one address of IPv6 usually has all that begin with these bytes. */
  private static final int PREFIX_BYTES = 8;

  private Clients() {}

  /** Returns the client that has an address: itself, or its network of 64 bits in IPv6. */
  static String name(InetAddress address) {
    if (address instanceof Inet6Address && !address.isLoopbackAddress()) {
      return HexFormat.of().formatHex(Arrays.copyOf(address.getAddress(), PREFIX_BYTES)) + "::/64";
    }
    return address.getHostAddress();
  }
}
