import { createElement } from 'react'
import { BatteryFull, BatteryLow, BatteryMedium, BatteryWarning } from 'lucide-react'

const LOW = 15

/** A toy's battery level; nothing when its app does not report one. */
export function Battery({ percent }: { percent: number }) {
  if (percent === 0) return null
  const icon =
    percent <= LOW ? BatteryWarning : percent < 40 ? BatteryLow : percent < 75 ? BatteryMedium : BatteryFull
  return (
    <span className="figures inline-flex items-center gap-1.5 text-small text-ink-soft">
      {createElement(icon, { className: 'size-4.5', strokeWidth: 1.5, 'aria-hidden': true })}
      <span className="sr-only">Batterij </span>
      {percent}%
    </span>
  )
}
