/**
 * The engines for which a design is proposed: what they can do, and what their work costs. Depends
 * on the costs of designs; must never know a table or a statement.
 */
package org.portolan.advisor.target;
