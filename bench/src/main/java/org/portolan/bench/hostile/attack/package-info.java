/** The hostile clients. They know nothing of the measurement and run in a process of their own. */
package org.portolan.bench.hostile.attack;
