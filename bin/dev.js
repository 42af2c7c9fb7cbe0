import { watch } from 'node:fs'
import { inRoot } from './place.js'
import { askToStop, startServer, untilStopped } from './serve.js'

const SETTLE_MS = 100

/** What Vite swaps in the browser by itself, and what no server runs. @param {string} file */
const isForBrowser = file =>
  /^(ui|app\/pages)[\\/]/.test(file) || /(\.tsx|\.css|\.test\.ts|hooks\.ts)$/.test(file)

/**
 * Keeps a development server running: restarts it when its code changes, and after a crash waits for the next change.
 * @param {string} node
 * @returns {Promise<number>} 0, once told to stop
 */
export async function serveWatching(node) {
  const changes = watchServerCode()
  let told = false
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      told = true
      changes.stop()
    })
  }
  while (!told) {
    const server = startServer(node, { DEV: 'true' })
    const changed = changes.next()
    const stopped = untilStopped(server)
    const code = await Promise.race([stopped, changed])
    if (code === undefined) {
      askToStop(server)
      await stopped
    } else if (!told) {
      console.log(`… the server ended (${code}); it starts again when its code changes`)
      await changed
    }
  }
  return 0
}

/** `next()` resolves at the first change after it was called, or when watching stops. */
function watchServerCode() {
  let tell = () => {}
  /** @type {NodeJS.Timeout | undefined} */
  let timer
  const watcher = watch(inRoot('src'), { recursive: true }, (_event, file) => {
    if (file === null || isForBrowser(file)) return
    // An editor writes a file in several steps, and a checkout many files at once.
    clearTimeout(timer)
    timer = setTimeout(() => tell(), SETTLE_MS)
  })
  return {
    next: () => new Promise(resolve => (tell = () => resolve(undefined))),
    stop: () => {
      watcher.close()
      clearTimeout(timer)
      tell()
    },
  }
}
