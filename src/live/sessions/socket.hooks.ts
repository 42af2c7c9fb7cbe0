import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { userQuery } from '../../people/accounts/hooks.ts'
import { toysQuery } from '../toys/hooks.ts'
import { refreshMessages } from '../messages/hooks.ts'
import { invalidateNotifications } from '../../people/notifications/hooks.ts'
import { call } from '../../ui/call.ts'
import { sendCommand, type Command } from './contract.ts'
import { hearNews, type Heard } from './bell.rules.ts'
import { LIVE_PATH } from './frames.contract.ts'
import { controlQuery, inTime, isLive, sighting } from './hooks.ts'
import { queueQuery, standing } from './queue.hooks.ts'
import { createLine, type Line, type LineOptions } from './line.hooks.ts'

type Frame = Parameters<LineOptions['onFrame']>[0]

/** The socket of this screen: what comes over it is what the polled calls would have said. */
export function useLine(): Line {
  const cache = useQueryClient()
  const line = useMemo(() => createLine(optionsFor(cache)), [cache])
  useEffect(() => {
    line.open()
    return line.close
  }, [line])
  return line
}

export const useIsConnected = (line: Line): boolean =>
  useSyncExternalStore(line.subscribe, line.isOpen, () => false)

function optionsFor(cache: QueryClient): LineOptions {
  let heard: Heard = {}
  return {
    connect: () => new WebSocket(LIVE_PATH),
    isLive: () => isLive(cache.getQueryData(controlQuery.queryKey)?.session ?? null),
    onFrame(frame, askedAt) {
      const news = hearNews(heard, frame)
      heard = news.heard
      if (news.isNews) invalidateNotifications(cache)
      show(cache, frame, askedAt)
    },
  }
}

/** What it says is what the polled calls would have said. */
function show(cache: QueryClient, frame: Frame, askedAt: number): void {
  if (frame.type === 'toys') return void cache.setQueryData(toysQuery.queryKey, frame.toys)
  if (frame.type === 'messages') return refreshMessages(cache)
  if (frame.type === 'queue') {
    void cache.cancelQueries({ queryKey: queueQuery.queryKey })
    return void cache.setQueryData(queueQuery.queryKey, standing(frame.place, askedAt))
  }
  if (frame.type === 'balance') {
    const { minutesBalance } = frame
    return void cache.setQueryData(userQuery.queryKey, user => user && { ...user, minutesBalance })
  }
  if (frame.type !== 'session') return
  // A poll that is under way may have been answered before this was so.
  void cache.cancelQueries({ queryKey: controlQuery.queryKey })
  cache.setQueryData(controlQuery.queryKey, sighting(frame.session, askedAt))
}

/**
 * Sends a command by the socket when it is open, else over HTTP. A stop goes by both doors, and the first that is
 * acknowledged counts: a line that broke a moment ago looks open.
 * @throws CallError
 */
export async function sendBy(line: Line, command: Command): Promise<{ sequence: number }> {
  const overHttp = () => inTime(signal => call(sendCommand, command, { signal }))
  if (!line.isOpen()) return overHttp()
  const bySocket = inTime(signal => Promise.race([line.send(command), aborted(signal)]))
  if (command.command !== 'stop') return bySocket
  try {
    return await Promise.any([bySocket, overHttp()])
  } catch (error) {
    throw error instanceof AggregateError ? error.errors[0] : error
  }
}

const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)))
