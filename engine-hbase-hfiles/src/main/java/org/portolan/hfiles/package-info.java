/**
 * Writes HFiles and has HBase's region servers take them over. This code needs the jars of HBase's
 * servers, which conflict with those of the client. So {@code engine-hbase} loads it into a
 * separate class loader and calls it by reflection; arguments and results are classes of the JDK.
 * It must not use a class of another module.
 */
package org.portolan.hfiles;
