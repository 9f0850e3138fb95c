/** Bringing whole wikis in and out: imports that can be resumed, exports, generated wikis. */
package org.portolan.wiki.load;
