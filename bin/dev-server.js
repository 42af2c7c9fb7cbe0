import { watch } from 'node:fs'
import { inRoot } from './paths.js'
import { stopGracefully, startServer, waitForExit } from './server-process.js'

const DEBOUNCE_MS = 100

/** Files that Vite reloads in the browser by itself, or that no server runs. @param {string} file */
const isForBrowser = file =>
  /^(ui|app\/pages)[\\/]/.test(file) || /(\.tsx|\.css|\.test\.ts|hooks\.ts)$/.test(file)

/**
 * Keeps a development server running: restarts it when its code changes, and waits for the next change after a crash.
 * @param {string} node
 * @returns {Promise<number>} 0, once stopped by a signal
 */
export async function runDevServer(node) {
  const changes = watchServerCode()
  let isStopping = false
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      isStopping = true
      changes.stop()
    })
  }
  while (!isStopping) {
    const server = startServer(node, 'src/app/server.ts', { DEV: 'true' })
    const changed = changes.next()
    const stopped = waitForExit(server)
    const code = await Promise.race([stopped, changed])
    if (code === undefined) {
      stopGracefully(server)
      await stopped
    } else if (!isStopping) {
      console.log(`… the server ended (${code}); it starts again when its code changes`)
      await changed
    }
  }
  return 0
}

/** `next()` resolves at the first change after the call, or when watching stops. */
function watchServerCode() {
  let resolveNext = () => {}
  /** @type {NodeJS.Timeout | undefined} */
  let timer
  const watcher = watch(inRoot('src'), { recursive: true }, (_event, file) => {
    if (file === null || isForBrowser(file)) return
    // An editor writes a file in several steps, and a checkout many files at once.
    clearTimeout(timer)
    timer = setTimeout(() => resolveNext(), DEBOUNCE_MS)
  })
  return {
    next: () => new Promise(resolve => (resolveNext = () => resolve(undefined))),
    stop: () => {
      watcher.close()
      clearTimeout(timer)
      resolveNext()
    },
  }
}
