import {
  CreditCard,
  FileText,
  type LucideIcon,
  Mail,
  PackageCheck,
  Pencil,
  RotateCcw,
  ShoppingBag,
  Truck,
  Undo2,
} from 'lucide-react'
import { formatDateTime } from '../../ui/format.ts'
import type { AdminOrder } from './contract.ts'
import { type TimelineEvent, buildTimeline } from './timeline.rules.ts'

const eventIcons: Record<TimelineEvent['kind'], LucideIcon> = {
  order: ShoppingBag,
  payment: CreditCard,
  picked: PackageCheck,
  sent: Truck,
  refund: Undo2,
  mail: Mail,
  withdrawal: RotateCcw,
  invoice: FileText,
  deed: Pencil,
}

/** All that happened with an order, the newest first. */
export const AdminTimeline = ({ order }: { order: AdminOrder }) => (
  <ol className="grid">
    {buildTimeline(order).map((happening, index, all) => (
      <TimelineItem
        // Two things may happen at one moment.
        // oxlint-disable-next-line react/no-array-index-key
        key={`${happening.at} ${happening.title} ${all.length - index}`}
        happening={happening}
      />
    ))}
  </ol>
)

function TimelineItem({ happening: { at, kind, title, text, by } }: { happening: TimelineEvent }) {
  const Sign = eventIcons[kind]
  return (
    <li className="group grid grid-cols-[1.75rem_1fr] gap-x-3">
      <span className="grid grid-rows-[1.75rem_1fr] justify-items-center">
        <span className="grid size-7 place-items-center rounded-full bg-ink/6 text-ink-soft">
          <Sign className="size-3.5" aria-hidden />
        </span>
        <span className="w-px bg-line group-last:hidden" />
      </span>
      <div className="grid min-w-0 gap-0.5 pb-4 text-small group-last:pb-0">
        <p className="font-medium">{title}</p>
        {text && <p className="wrap-anywhere text-ink-soft">{text}</p>}
        <p className="figures text-tiny text-ink-faint">
          <time dateTime={at}>{formatDateTime(at)}</time>
          {by && `, door ${by}`}
        </p>
      </div>
    </li>
  )
}
