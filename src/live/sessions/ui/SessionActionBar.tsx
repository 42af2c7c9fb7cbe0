import { LogOut } from 'lucide-react'
import { Button } from '../../../ui/components/Button.tsx'
import { cn } from '../../../ui/components/cn.ts'
import type { CommandSender } from './commandSender.hooks.ts'
import { useStopControl } from './hooks.ts'
import { StopButton } from './StopButton.tsx'

interface StopDockProps {
  commander: CommandSender
  isCountdown: boolean
}

/** Always visible: at the bottom of the screen on a phone, at the end of the column on a desktop. */
export function SessionActionBar({ commander, isCountdown }: StopDockProps) {
  const end = useStopControl()
  const endIt = () => end.mutate()
  return (
    <div
      data-dock
      className={cn(
        'fixed inset-x-0 bottom-0 z-20 border-t border-line bg-paper/95 px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] backdrop-blur-md',
        'wide:sticky wide:inset-x-auto wide:bottom-0 wide:z-10 wide:order-last wide:-mx-1 wide:border-0 wide:bg-paper wide:px-1 wide:-mt-2 wide:pt-2 wide:pb-3 wide:backdrop-blur-none lg:-mb-3',
      )}
    >
      <div className="mx-auto flex h-18 max-w-3xl gap-3">
        {isCountdown ? (
          <Button variant="secondary" className="h-full grow" busy={end.isPending} onClick={endIt}>
            Sessie annuleren
          </Button>
        ) : (
          <>
            <Button
              variant="quiet"
              className="h-full w-32 px-3 text-small whitespace-normal"
              busy={end.isPending}
              onClick={endIt}
            >
              <LogOut aria-hidden />
              <span className="text-left">Sessie beëindigen</span>
            </Button>
            <StopButton commander={commander} />
          </>
        )}
      </div>
    </div>
  )
}
