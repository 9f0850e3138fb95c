/** The model as text for people. Depends on the rest of the module, which must never use it. */
package org.portolan.advisor.report;
