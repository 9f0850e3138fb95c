/**
 * The bytes between client and region server: what is prepared, requests, pages of rows. Depends on
 * the JDK alone, so that both sides can have it. Must never hold what is HBase's.
 */
package org.portolan.preparedscan.format;
