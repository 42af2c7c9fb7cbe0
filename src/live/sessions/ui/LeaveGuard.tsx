import { useBlocker } from 'react-router'
import { Button } from '../../../ui/components/Button.tsx'
import { Dialog, DialogContent } from '../../../ui/components/Dialog.tsx'

/** Asks for confirmation before leaving the screen: without it no heartbeats are sent. */
export function LeaveGuard() {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname,
  )
  const isAsking = blocker.state === 'blocked'
  return (
    <Dialog open={isAsking} onOpenChange={open => !open && isAsking && blocker.reset()}>
      <DialogContent
        title="Je sessie loopt nog"
        description="Ga je nu weg, dan stopt de toy en rust je klok. Kom je binnen een minuut terug, dan speel je verder; anders eindigt de sessie."
        footer={
          <div className="grid gap-3 sm:grid-cols-2">
            <Button variant="secondary" onClick={() => isAsking && blocker.proceed()}>
              Toch weggaan
            </Button>
            <Button variant="live" className="max-sm:order-first" onClick={() => isAsking && blocker.reset()}>
              Hier blijven
            </Button>
          </div>
        }
      >
        {null}
      </DialogContent>
    </Dialog>
  )
}
