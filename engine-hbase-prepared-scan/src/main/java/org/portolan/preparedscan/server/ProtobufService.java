package org.portolan.preparedscan.server;

import com.google.protobuf.ByteString;
import com.google.protobuf.DescriptorProtos.DescriptorProto;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.DescriptorProtos.MethodDescriptorProto;
import com.google.protobuf.DescriptorProtos.ServiceDescriptorProto;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.DescriptorValidationException;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.Descriptors.MethodDescriptor;
import com.google.protobuf.Descriptors.ServiceDescriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.Message;
import com.google.protobuf.RpcCallback;
import com.google.protobuf.RpcController;
import com.google.protobuf.Service;
import java.io.IOException;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.ipc.CoprocessorRpcUtils;
import org.portolan.preparedscan.format.ReplyBytes;
import org.portolan.preparedscan.format.ServiceNames;

/**
 * The endpoint as HBase 2 requires it: a service of protocol buffers 2.5, whose methods take and
 * return bytes. HBase 3 requires the same from another package: only this class differs.
 */
final class ProtobufService implements Service {
  /** Answers a request. */
  interface Answering {
    ReplyBytes answer(byte[] request) throws IOException;
  }

  private static final ServiceDescriptor SERVICE = describe();
  private static final Descriptor MESSAGE = SERVICE.getFile().getMessageTypes().get(0);
  private static final FieldDescriptor CONTENT = MESSAGE.getFields().get(0);

  private final Answering page;
  private final Answering pages;

  /**
   * @param page answers {@link ServiceNames#PAGE}
   * @param pages answers {@link ServiceNames#PAGES}
   */
  ProtobufService(Answering page, Answering pages) {
    this.page = page;
    this.pages = pages;
  }

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

  @Override
  public ServiceDescriptor getDescriptorForType() {
    return SERVICE;
  }

  @Override
  public void callMethod(
      MethodDescriptor method,
      RpcController controller,
      Message request,
      RpcCallback<Message> done) {
    Message answer = null;
    Answering answering = method.getName().equals(ServiceNames.PAGES) ? pages : page;
    try {
      ReplyBytes reply = answering.answer(((ByteString) request.getField(CONTENT)).toByteArray());
      ByteString content =
          ByteString.copyFrom(reply.headArray(), 0, reply.headLength())
              .concat(ByteString.copyFrom(reply.rowsArray(), 0, reply.rowsLength()));
      answer = DynamicMessage.newBuilder(MESSAGE).setField(CONTENT, content).build();
    } catch (IOException e) {
      CoprocessorRpcUtils.setControllerException(controller, e);
    } catch (RuntimeException e) {
      // A retry would fail in the same way.
      CoprocessorRpcUtils.setControllerException(
          controller, new DoNotRetryIOException(e.toString(), e));
    }
    done.run(answer);
  }

  @Override
  public Message getRequestPrototype(MethodDescriptor method) {
    return DynamicMessage.getDefaultInstance(MESSAGE);
  }

  @Override
  public Message getResponsePrototype(MethodDescriptor method) {
    return DynamicMessage.getDefaultInstance(MESSAGE);
  }
}
