import { readFileSync } from 'node:fs'

const CHECK_INTERVAL_MS = 200

/**
 * Stops this process when its parent has exited. npm runs a script through `sh -c`, which ends on SIGTERM without forwarding it,
 * and a killed npm forwards nothing. (`npm start` uses `exec`, so that we get npm's signals directly and npm waits for us; the
 * part after `||` is for Windows, which has no `exec`.)
 */
export function stopWhenOrphaned() {
  if (!process.env['npm_lifecycle_event'] || process.platform === 'win32') return
  const parent = process.ppid
  // The grandparent is watched only when the parent is npm's shell: whatever started npm may exit before it.
  const npm = nameOf(parent)?.endsWith('sh') ? parentOf(parent) : undefined
  const timer = setInterval(() => {
    if (process.ppid === parent && (npm === undefined || parentOf(parent) === npm)) return
    clearInterval(timer)
    process.kill(process.pid, 'SIGTERM')
  }, CHECK_INTERVAL_MS)
  timer.unref()
}

/** @param {number} pid */
const nameOf = pid => statOf(pid)?.replace(/^.*?\(|\) .*$/gs, '')

/** @param {number} pid */
const parentOf = pid => statOf(pid)?.split(') ').at(-1)?.split(' ')[1]

/** `pid (name) state parent …` of a process, on Linux. @param {number} pid */
function statOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
  } catch {
    return undefined
  }
}
