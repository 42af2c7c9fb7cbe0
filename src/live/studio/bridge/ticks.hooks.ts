/** Runs in a worker: a page's own timers are slowed down to one a minute while its tab is hidden. */
const TICK_MS = 50

setInterval(() => postMessage(null), TICK_MS)
