import { X } from 'lucide-react'
import { Toast as Radix } from 'radix-ui'
import { useSyncExternalStore } from 'react'
import { cn } from '../components/cn.ts'
import { closeToast, currentToast, onToastChange, toastDuration } from './toast.ts'

/** Shows the toasts and announces them to screen readers. Mounted once, by the shell. */
export function Toaster() {
  const message = useSyncExternalStore(onToastChange, currentToast, () => null)
  return (
    <Radix.Provider label="Melding" swipeDirection="down">
      {message && (
        <Radix.Root
          key={message.id}
          duration={toastDuration(message)}
          onOpenChange={open => !open && closeToast(message.id)}
          className={cn(
            'flex items-start gap-3 rounded-card border bg-raised p-4 text-ink shadow-soft data-[state=open]:animate-rise-in',
            'data-[swipe=move]:translate-y-(--radix-toast-swipe-move-y)',
            message.variant === 'destructive' ? 'border-danger border-l-4' : 'border-line',
          )}
        >
          <div className="grid grow gap-0.5">
            <Radix.Title className={cn('font-semibold', message.variant === 'destructive' && 'text-danger')}>
              {message.title}
            </Radix.Title>
            {message.description && (
              <Radix.Description className="text-small text-ink-soft">
                {message.description}
              </Radix.Description>
            )}
          </div>
          {message.action && (
            <Radix.Action
              altText={`${message.action.label}: F8 en dan Tab`}
              onClick={message.action.onPress}
              className="-my-2 min-h-11 shrink-0 rounded-inner px-2 text-small font-medium text-accent-text underline decoration-1 underline-offset-4 hover:bg-ink/6"
            >
              {message.action.label}
            </Radix.Action>
          )}
          <Radix.Close
            aria-label="Sluit melding"
            className="-my-2 -mr-2 grid size-10 shrink-0 place-items-center rounded-inner text-ink-faint hover:bg-ink/6"
          >
            <X className="size-4.5" aria-hidden />
          </Radix.Close>
        </Radix.Root>
      )}
      <Radix.Viewport
        label="Meldingen ({hotkey})"
        className={cn(
          'fixed inset-x-4 bottom-[calc(max(1rem,env(safe-area-inset-bottom))+var(--dock,0px))] z-60 outline-none sm:right-6 sm:bottom-[calc(1.5rem+var(--dock,0px))] sm:left-auto sm:w-96',
          // On a phone a dialog has its buttons at the bottom edge, where a toast would cover them.
          'max-sm:[body:has([role=dialog])_&]:top-4 max-sm:[body:has([role=dialog])_&]:bottom-auto',
          // In live the lower edge has the controls and the stop.
          '[:root:has([data-lights=low])_&]:top-4 [:root:has([data-lights=low])_&]:bottom-auto',
        )}
      />
    </Radix.Provider>
  )
}
