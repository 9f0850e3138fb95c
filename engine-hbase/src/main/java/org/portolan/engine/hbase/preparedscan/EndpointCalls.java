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
  private static final MethodDescriptor METHOD = describe().getMethods().get(0);
  private static final Descriptor MESSAGE = METHOD.getInputType();
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
                    .addMethod(
                        MethodDescriptorProto.newBuilder()
                            .setName(ServiceNames.METHOD)
                            .setInputType(ServiceNames.MESSAGE)
                            .setOutputType(ServiceNames.MESSAGE)))
            .build();
    try {
      return FileDescriptor.buildFrom(file, new FileDescriptor[0]).getServices().get(0);
    } catch (DescriptorValidationException e) {
      throw new IllegalStateException("the description of the service is wrong", e);
    }
  }

  /**
   * Calls the endpoint in the region of a row. HBase's client finds the region, and retries while
   * the region moves.
   *
   * @return the answer; it fails like any call of the table, and with {@code
   *     UnknownProtocolException} if the region has no endpoint
   */
  static CompletableFuture<byte[]> call(AsyncTable<?> table, byte[] row, byte[] request) {
    Message message =
        DynamicMessage.newBuilder(MESSAGE).setField(CONTENT, ByteString.copyFrom(request)).build();
    return table
        .<RpcChannel, Message>coprocessorService(
            channel -> channel,
            (channel, controller, done) ->
                channel.callMethod(
                    METHOD, controller, message, DynamicMessage.getDefaultInstance(MESSAGE), done),
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
