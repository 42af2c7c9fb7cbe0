import { Bell, BellRing, Heart } from 'lucide-react'
import { Button } from '../../ui/components/Button.tsx'
import { cn } from '../../ui/components/cn.ts'
import { IconButton } from '../../ui/components/IconButton.tsx'
import { useFollow, useFollows, useUnfollow } from './hooks.ts'

interface FollowProps {
  creator: { slug: string; stageName: string }
}

function useFollowOf(slug: string) {
  const follow = useFollows().get(slug)
  const add = useFollow()
  const remove = useUnfollow()
  return {
    follow,
    isBusy: add.isPending || remove.isPending,
    toggle: () => (follow ? remove.mutate({ slug }) : add.mutate({ slug, wantsNotice: false })),
    setNotice: (wantsNotice: boolean) => add.mutate({ slug, wantsNotice }),
  }
}

/** Marks a creator as a favourite and, of a favourite, asks to be told that she is online. */
export function FollowButtons({
  creator: { slug, stageName },
  className,
}: FollowProps & { className?: string }) {
  const { follow, isBusy, toggle, setNotice } = useFollowOf(slug)
  const wantsNotice = follow?.wantsNotice ?? false
  return (
    <div className={cn('flex', className)}>
      {follow && (
        <IconButton
          icon={wantsNotice ? BellRing : Bell}
          label={`Zeg het me als ${stageName} online is`}
          title="Zeg het me als ze online is. Je hoort het binnen tien minuten, als zij dat toestaat."
          aria-pressed={wantsNotice}
          disabled={isBusy}
          className={wantsNotice ? 'text-live-text' : 'text-ink-soft'}
          onClick={() => setNotice(!wantsNotice)}
        />
      )}
      <IconButton
        icon={Heart}
        label={`${stageName} als favoriet`}
        aria-pressed={follow !== undefined}
        disabled={isBusy}
        className={follow ? 'text-live-text [&_svg]:fill-current' : 'text-ink-soft'}
        onClick={toggle}
      />
    </div>
  )
}

/** The same as buttons with words. */
export function FollowToggle({ creator: { slug } }: FollowProps) {
  const { follow, isBusy, toggle, setNotice } = useFollowOf(slug)
  const wantsNotice = follow?.wantsNotice ?? false
  return (
    <>
      <Button
        variant="secondary"
        size="sm"
        aria-pressed={follow !== undefined}
        busy={isBusy}
        onClick={toggle}
      >
        <Heart aria-hidden className={follow && 'fill-current'} />
        {follow ? 'Bij je favorieten' : 'Bewaar als favoriet'}
      </Button>
      {follow && (
        <Button
          variant="quiet"
          size="sm"
          aria-pressed={wantsNotice}
          disabled={isBusy}
          onClick={() => setNotice(!wantsNotice)}
        >
          {wantsNotice ? <BellRing aria-hidden /> : <Bell aria-hidden />}
          {wantsNotice ? 'Je hoort het als ze online is' : 'Zeg het me als ze online is'}
        </Button>
      )}
    </>
  )
}
