/** Import and export of whole wikis: resumable imports, exports, generated wikis. */
package org.portolan.wiki.load;
