/**
 * The flagship application: a complete wiki on any designed store. Depends on the data layer only;
 * must never see an engine or an index layout, so that its data models give the same answers.
 */
package org.portolan.wiki;
