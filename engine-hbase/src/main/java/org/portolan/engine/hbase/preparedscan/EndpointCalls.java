package org.portolan.engine.hbase.preparedscan;

import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.shaded.com.google.protobuf.ByteString;
import org.apache.hadoop.hbase.shaded.com.google.protobuf.DescriptorProtos.DescriptorProto;
import org.apache.hadoop.hbase.shaded.com.google.protobuf.DescriptorProtos.FieldDescriptorProto;
import org.apache.hadoop.hbase.shaded.com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import org.apache.hadoop.hbase.shaded.com.google.protobuf.DescriptorProtos.MethodDescriptorProto;
import org.apache.hadoop.hbase.shaded.com.google.protobuf.DescriptorProtos.ServiceDescriptorProto;
import org.apache.hadoop.hbase.shaded.com.google.protobuf.Descriptors.Descriptor;
import org.apache.hadoop.hbase.shaded.com.google.protobuf.Descriptors.DescriptorValidationException;
import org.apache.hadoop.hbase.shaded.com.google.protobuf.Descriptors.FieldDescriptor;
import org.apache.hadoop.hbase.shaded.com.google.protobuf.Descriptors.FileDescriptor;
import org.apache.hadoop.hbase.shaded.com.google.protobuf.Descriptors.MethodDescriptor;
import org.apache.hadoop.hbase.shaded.com.google.protobuf.Descriptors.ServiceDescriptor;
import org.apache.hadoop.hbase.shaded.com.google.protobuf.DynamicMessage;
import org.apache.hadoop.hbase.shaded.com.google.protobuf.HBaseZeroCopyByteString;
import org.apache.hadoop.hbase.shaded.com.google.protobuf.Message;
import org.apache.hadoop.hbase.shaded.com.google.protobuf.RpcChannel;
import org.portolan.preparedscan.format.ServiceNames;

/**
 * Calls of the endpoint: bytes in, bytes out. This is the only class of the client that uses
 * protocol buffers: those of HBase 2's shaded client. Thread-safe.
 */
final class EndpointCalls {
  private static final ServiceDescriptor SERVICE = describe();
  private static final MethodDescriptor PAGE = SERVICE.findMethodByName(ServiceNames.PAGE);
  private static final MethodDescriptor PAGES = SERVICE.findMethodByName(ServiceNames.PAGES);
  private static final Descriptor MESSAGE = PAGE.getInputType();
  private static final FieldDescriptor CONTENT = MESSAGE.getFields().get(0);

  private EndpointCalls() {}

  private static ServiceDescriptor describe() {
    FileDescriptorProto file =
        FileDescriptorProto.newBuilder()
            .setName(ServiceNames.FILE)
            .setPackage(ServiceNames.PACKAGE)
            .addMessageType(
                DescriptorProto.newBuilder()
                    .setName(ServiceNames.MESSAGE)
                    .addField(
                        FieldDescriptorProto.newBuilder()
                            .setName(ServiceNames.CONTENT)
                            .setNumber(1)
                            .setLabel(FieldDescriptorProto.Label.LABEL_REQUIRED)
                            .setType(FieldDescriptorProto.Type.TYPE_BYTES)))
            .addService(
                ServiceDescriptorProto.newBuilder()
                    .setName(ServiceNames.SERVICE)
                    .addMethod(method(ServiceNames.PAGE))
                    .addMethod(method(ServiceNames.PAGES)))
            .build();
    try {
      return FileDescriptor.buildFrom(file, new FileDescriptor[0]).getServices().get(0);
    } catch (DescriptorValidationException e) {
      throw new IllegalStateException("the description of the service is wrong", e);
    }
  }

  private static MethodDescriptorProto method(String name) {
    return MethodDescriptorProto.newBuilder()
        .setName(name)
        .setInputType(ServiceNames.MESSAGE)
        .setOutputType(ServiceNames.MESSAGE)
        .build();
  }

  /**
   * Asks the endpoint in the region of a row for one page. HBase's client finds the region, and
   * retries while the region moves.
   *
   * @return the answer; it fails like any call of the table, and with {@code
   *     UnknownProtocolException} if the region has no endpoint
   */
  static CompletableFuture<byte[]> page(AsyncTable<?> table, byte[] row, byte[] request) {
    return call(PAGE, table, row, request);
  }

  /**
   * Asks the endpoint in the region of a row for pages of several ranges, like {@link #page}. The
   * call also fails with {@code UnknownProtocolException} if the endpoint is of a release before
   * this method.
   */
  static CompletableFuture<byte[]> pages(AsyncTable<?> table, byte[] row, byte[] requests) {
    return call(PAGES, table, row, requests);
  }

  private static CompletableFuture<byte[]> call(
      MethodDescriptor method, AsyncTable<?> table, byte[] row, byte[] request) {
    Message message =
        DynamicMessage.newBuilder(MESSAGE).setField(CONTENT, ByteString.copyFrom(request)).build();
    return table
        .<RpcChannel, Message>coprocessorService(
            channel -> channel,
            (channel, controller, done) ->
                channel.callMethod(
                    method, controller, message, DynamicMessage.getDefaultInstance(MESSAGE), done),
            row)
        .thenApply(answer -> bytes((ByteString) answer.getField(CONTENT)));
  }

  /** Returns the bytes, without a copy if they are in one piece: nothing else refers to them. */
  private static byte[] bytes(ByteString content) {
    try {
      byte[] bytes = HBaseZeroCopyByteString.zeroCopyGetBytes(content);
      return bytes.length == content.size() ? bytes : content.toByteArray();
    } catch (UnsupportedOperationException inPieces) {
      return content.toByteArray();
    }
  }
}
