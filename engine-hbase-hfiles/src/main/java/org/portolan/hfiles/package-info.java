/**
 * HFiles of rows, which HBase's region servers take over. It runs in a class loader of its own with
 * the jars of HBase's servers, so {@code engine-hbase} reaches it by reflection, and only classes
 * of the JDK go in and out. It depends on these jars alone, and must never use a class of another
 * module.
 */
package org.portolan.hfiles;
