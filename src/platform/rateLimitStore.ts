import { createHash } from 'node:crypto'
import { Redis } from 'ioredis'
import type { Log } from './log.ts'

/** Milliseconds after which counting here is quicker than waiting for what is shared. */
const ANSWER_MS = 500

/** Tries by key, in windows, as all nodes count them. */
export interface RateLimitStore {
  /** Counts a try if there were fewer than `max` in this window. @returns null when that can't be told now */
  consume(key: string, max: number, windowMs: number): Promise<{ isFree: boolean; endsInMs: number } | null>
  /** @returns false when it can't be told now */
  restore(key: string): Promise<boolean>
  close(): void
}

/** In one step, so that nodes that count at once can't both be the last. */
const CONSUME_SCRIPT = `
local tries = tonumber(redis.call('get', KEYS[1]) or '0')
if tries >= tonumber(ARGV[1]) then return { 0, redis.call('pttl', KEYS[1]) } end
if redis.call('incr', KEYS[1]) == 1 then redis.call('pexpire', KEYS[1], ARGV[2]) end
return { 1, redis.call('pttl', KEYS[1]) }`
const RESTORE_SCRIPT = `
if tonumber(redis.call('get', KEYS[1]) or '0') > 0 then redis.call('decr', KEYS[1]) end
return 1`

/** Keys name people, so only a hash of each is kept, and no longer than its window. */
const redisKey = (key: string) => `gloed:limit:${createHash('sha256').update(key).digest('base64url')}`

/** Counts in Redis or Valkey; a node that can't reach it counts for itself until it can. */
export function redisRateLimitStore(url: string, log: Log): RateLimitStore {
  const redis = new Redis(url, { maxRetriesPerRequest: 0, commandTimeout: ANSWER_MS })
  redis.on('error', error => log.warn({ err: error }, 'redis'))
  const run = (script: string, key: string, ...values: number[]) =>
    redis.eval(script, 1, redisKey(key), ...values).catch((error: unknown) => {
      log.warn({ err: error }, 'a limit is counted by this node alone')
      return null
    })
  return {
    async consume(key, max, windowMs) {
      const answer = (await run(CONSUME_SCRIPT, key, max, windowMs)) as [number, number] | null
      return answer && { isFree: answer[0] === 1, endsInMs: answer[1] }
    },
    async restore(key) {
      return (await run(RESTORE_SCRIPT, key)) !== null
    },
    close: () => redis.disconnect(),
  }
}
