import { mkdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { dirname } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

const BEAT_MS = 1_000
const PATIENCE_MS = 20_000
/** For one that seems to live, without a beat: an installation that outlived its launcher, or a number that is used again. */
const LONG_PATIENCE_MS = 300_000

/** @typedef {{ host: string, nonce: string, pids: number[] }} Holder */

/**
 * Runs `work` while nobody else on this file does; others wait for it. A holder that died is noticed by its process, or,
 * where that can't be told (another container, a reused number), because its beat stopped.
 * @template T
 * @param {string} file
 * @param {(note: (pid: number) => void) => Promise<T>} work `note` names a process that keeps the lock when we are killed
 * @param {() => void} [onWait] called once when somebody else holds it
 */
export async function withLock(file, work, onWait) {
  const holder = { host: hostname(), nonce: `${process.pid}-${Math.random()}`, pids: [process.pid] }
  mkdirSync(dirname(file), { recursive: true })
  await take(file, holder, onWait)
  const beat = setInterval(() => touch(file), BEAT_MS)
  try {
    return await work(pid => {
      holder.pids.push(pid)
      writeFileSync(file, JSON.stringify(holder))
    })
  } finally {
    clearInterval(beat)
    if (read(file)?.nonce === holder.nonce) rmSync(file, { force: true })
  }
}

/** @param {string} file @param {Holder} holder @param {() => void} [onWait] */
async function take(file, holder, onWait) {
  let seen = { beat: NaN, at: Date.now() }
  for (let waited = false; !created(file, holder); waited = true) {
    const other = read(file)
    const beat = beatOf(file)
    if (beat !== seen.beat) seen = { beat, at: Date.now() }
    if (Date.now() - seen.at >= patienceWith(other, holder)) {
      steal(file, other)
      continue
    }
    if (!waited) onWait?.()
    await pause(100)
  }
}

/** @param {string} file @param {Holder} holder */
function created(file, holder) {
  try {
    writeFileSync(file, JSON.stringify(holder), { flag: 'wx' })
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  }
}

/**
 * Moved aside before it is removed: of two who find the same dead lock only one can move it.
 * @param {string} file
 * @param {Holder | null} judged
 */
function steal(file, judged) {
  const aside = `${file}.${process.pid}`
  try {
    renameSync(file, aside)
    const moved = read(aside)
    // Somebody else stole it first and this is theirs, fresh: give it back.
    if (moved && moved.nonce !== judged?.nonce) renameSync(aside, file)
    else rmSync(aside, { force: true })
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error
  }
}

/** How long a lock may go without a beat before it is taken over. @param {Holder | null} other @param {Holder} own */
function patienceWith(other, own) {
  if (!other || other.host !== own.host) return PATIENCE_MS
  return other.pids.some(pid => pid !== process.pid && isAlive(pid)) ? LONG_PATIENCE_MS : 0
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
function read(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return null
  }
}

/** @param {string} file */
const beatOf = file => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0

/** @param {string} file */
function touch(file) {
  const now = new Date()
  try {
    utimesSync(file, now, now)
  } catch {
    // Taken from us or removed by hand; the work goes on.
  }
}

/** @param {unknown} error */
const codeOf = error => /** @type {NodeJS.ErrnoException} */ (error).code
