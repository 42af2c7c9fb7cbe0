import { useEffect, useEffectEvent } from 'react'

/** What one tab tells the other tabs of this browser: that it changed the cart, or signed in or out. */
type TabNews = 'cart' | 'login'

const CHANNEL = 'gloed'

export function tellOtherTabs(news: TabNews): void {
  const channel = new BroadcastChannel(CHANNEL)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of one origin, and takes no other
  channel.postMessage(news)
  channel.close()
}

/** Calls `onNews` for what another tab did, and whenever this tab is looked at again: a phone suspends tabs, which hear nothing then. */
export function useOtherTabs(onNews: (news: TabNews | 'shown') => void): void {
  const hear = useEffectEvent(onNews)
  useEffect(() => {
    const channel = new BroadcastChannel(CHANNEL)
    channel.addEventListener('message', ({ data }: MessageEvent<TabNews>) => hear(data))
    const onVisible = () => document.visibilityState === 'visible' && hear('shown')
    document.addEventListener('visibilitychange', onVisible)
    return () => {
      channel.close()
      document.removeEventListener('visibilitychange', onVisible)
    }
  }, [])
}
