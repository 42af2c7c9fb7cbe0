import { cva } from 'class-variance-authority'
import { CircleAlert, CircleCheck, Clock, Info, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { cn } from './cn.ts'

const icons = { success: CircleCheck, info: Info, waiting: Clock, error: CircleAlert }

const style = cva('flex items-start gap-3 rounded-card border p-4', {
  variants: {
    tone: {
      success: 'border-green/30 bg-green-soft [&>svg]:text-green',
      info: 'border-blue/30 bg-blue-soft [&>svg]:text-blue',
      waiting: 'border-yellow/30 bg-yellow-soft [&>svg]:text-yellow',
      error: 'border-danger/30 bg-danger-soft [&>svg]:text-danger',
    },
  },
})

interface NoticeProps {
  tone: keyof typeof icons
  title: ReactNode
  children?: ReactNode
  onClose?: () => void
  className?: string
}

/** A message in the page that stays while its cause remains; use `toast` for a temporary one. */
export function Notice({ tone, title, children, onClose, className }: NoticeProps) {
  const Icon = icons[tone]
  return (
    <div role={tone === 'error' ? 'alert' : 'status'} className={cn(style({ tone }), className)}>
      <Icon className="mt-0.5 size-5 shrink-0" aria-hidden />
      <div className="grid grow gap-0.5 text-ink">
        <p className="font-semibold">{title}</p>
        {children && <div className="text-small text-ink-soft">{children}</div>}
      </div>
      {onClose && (
        <button
          type="button"
          onClick={onClose}
          aria-label="Sluit melding"
          className="-my-2 -mr-2 grid size-10 shrink-0 place-items-center rounded-inner hover:bg-ink/6"
        >
          <X className="size-4.5" aria-hidden />
        </button>
      )}
    </div>
  )
}
