import { readFileSync } from 'node:fs'

const LOOK_EVERY_MS = 200

/**
 * Stops this process when what called it is gone. npm runs a script through `sh -c`, which dies of a SIGTERM without
 * passing it on, and an npm that is killed passes nothing on at all. (`npm start` says `exec`, so that npm's signals come
 * straight to us and npm waits until we are done; `||` is for Windows, which has no such thing.)
 */
export function stopWhenOrphaned() {
  if (!process.env['npm_lifecycle_event'] || process.platform === 'win32') return
  const parent = process.ppid
  // Only a shell between npm and us counts: who started npm may well be gone before it.
  const npm = nameOf(parent)?.endsWith('sh') ? parentOf(parent) : undefined
  const timer = setInterval(() => {
    if (process.ppid === parent && (npm === undefined || parentOf(parent) === npm)) return
    clearInterval(timer)
    process.kill(process.pid, 'SIGTERM')
  }, LOOK_EVERY_MS)
  timer.unref()
}

/** @param {number} pid */
const nameOf = pid => statOf(pid)?.replace(/^.*?\(|\) .*$/gs, '')

/** @param {number} pid */
const parentOf = pid => statOf(pid)?.split(') ').at(-1)?.split(' ')[1]

/** What the system tells of another process: `pid (name) state parent …`, where it does so in a file (Linux). @param {number} pid */
function statOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
  } catch {
    return undefined
  }
}
