/**
 * The flagship application: a complete wiki on any designed store. Depends on the data layer only;
 * must never see an engine or an index layout, which is what makes its four data models answer
 * alike.
 */
package org.portolan.wiki;
