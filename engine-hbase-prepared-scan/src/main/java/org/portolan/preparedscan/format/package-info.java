/**
 * The format between client and region server: statements, requests, pages of rows. Depends only on
 * HBase's classes for cells, which both sides have. Must never use protocol buffers or the server's
 * classes.
 */
package org.portolan.preparedscan.format;
