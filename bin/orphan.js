import { readFileSync } from 'node:fs'

const LOOK_EVERY_MS = 200

/**
 * npm runs scripts through `sh -c`, which dies of a SIGTERM without passing it on, and a killed npm passes nothing on at
 * all. So under npm this process tells itself to stop once the shell or the npm above it is gone.
 */
export function stopWhenOrphaned() {
  if (!process.env['npm_lifecycle_event'] || process.platform === 'win32') return
  const shell = process.ppid
  const npm = parentOf(shell)
  const timer = setInterval(() => {
    if (process.ppid === shell && parentOf(shell) === npm) return
    clearInterval(timer)
    process.kill(process.pid, 'SIGTERM')
  }, LOOK_EVERY_MS)
  timer.unref()
}

/** The parent of another process, where the system tells it in a file (Linux). @param {number} pid */
function parentOf(pid) {
  try {
    // The name in parentheses may itself hold spaces and parentheses.
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[1]
  } catch {
    return undefined
  }
}
