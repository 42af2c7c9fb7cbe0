import { mkdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { dirname } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

const HEARTBEAT_MS = 1_000
const LOCK_TIMEOUT_MS = 20_000
/** For a holder whose process is alive but sends no heartbeat: an installation that outlived its launcher, or a reused pid. */
const ALIVE_TIMEOUT_MS = 300_000

/** @typedef {{ host: string, nonce: string, pids: number[] }} Holder */

/**
 * Runs `work` under an exclusive lock on `file`; waits while another process holds it. The lock of a dead process is taken over:
 * at once when its pids are gone, or, in another container or with a reused pid, when its heartbeat (the file's mtime) has stopped.
 * @template T
 * @param {string} file
 * @param {(note: (pid: number) => void) => Promise<T>} work calls `note` with the pid of a child process that keeps the lock if we are killed
 * @param {() => void} [onWait] called once when another process holds the lock
 */
export async function withLock(file, work, onWait) {
  const holder = { host: hostname(), nonce: `${process.pid}-${Math.random()}`, pids: [process.pid] }
  mkdirSync(dirname(file), { recursive: true })
  await acquire(file, holder, onWait)
  const heartbeat = setInterval(() => touch(file), HEARTBEAT_MS)
  try {
    return await work(pid => {
      holder.pids.push(pid)
      writeFileSync(file, JSON.stringify(holder))
    })
  } finally {
    clearInterval(heartbeat)
    if (readHolder(file)?.nonce === holder.nonce) rmSync(file, { force: true })
  }
}

/** @param {string} file @param {Holder} holder @param {() => void} [onWait] */
async function acquire(file, holder, onWait) {
  let last = { heartbeat: NaN, seenAt: Date.now() }
  for (let waited = false; !tryCreate(file, holder); waited = true) {
    const other = readHolder(file)
    const heartbeat = heartbeatOf(file)
    if (heartbeat !== last.heartbeat) last = { heartbeat, seenAt: Date.now() }
    if (Date.now() - last.seenAt >= timeoutFor(other, holder)) {
      steal(file, other)
      continue
    }
    if (!waited) onWait?.()
    await pause(100)
  }
}

/** @param {string} file @param {Holder} holder */
function tryCreate(file, holder) {
  try {
    writeFileSync(file, JSON.stringify(holder), { flag: 'wx' })
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  }
}

/**
 * Removes a dead lock by renaming it first: of two processes that find it only one can rename it.
 * @param {string} file
 * @param {Holder | null} expected
 */
function steal(file, expected) {
  const aside = `${file}.${process.pid}`
  try {
    renameSync(file, aside)
    const moved = readHolder(aside)
    // Another process removed the dead lock first and this is its own new lock: put it back.
    if (moved && moved.nonce !== expected?.nonce) renameSync(aside, file)
    else rmSync(aside, { force: true })
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error
  }
}

/** Milliseconds without a heartbeat after which a lock is taken over. @param {Holder | null} other @param {Holder} own */
function timeoutFor(other, own) {
  if (!other || other.host !== own.host) return LOCK_TIMEOUT_MS
  return other.pids.some(pid => pid !== process.pid && isAlive(pid)) ? ALIVE_TIMEOUT_MS : 0
}

/** @param {number} pid */
export function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
}

/** @param {string} file @returns {Holder | null} null while it is being written, or gone */
function readHolder(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return null
  }
}

/** @param {string} file */
const heartbeatOf = file => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0

/** @param {string} file */
function touch(file) {
  const now = new Date()
  try {
    utimesSync(file, now, now)
  } catch {
    // The lock was taken over or removed by hand; the work continues.
  }
}

/** @param {unknown} error */
const codeOf = error => /** @type {NodeJS.ErrnoException} */ (error).code
