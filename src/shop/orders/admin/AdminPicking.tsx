import { Check, Lock, LockOpen } from 'lucide-react'
import { useState } from 'react'
import { Badge } from '../../../ui/components/Badge.tsx'
import { Button } from '../../../ui/components/Button.tsx'
import { Card } from '../../../ui/components/Card.tsx'
import { cn } from '../../../ui/components/cn.ts'
import { ResponsiveImage } from '../../../ui/components/ResponsiveImage.tsx'
import { toast } from '../../../ui/dialogs/toast.ts'
import type { AdminOrder } from './contract.ts'
import { useSetPicked } from './hooks.ts'
import { isPickingLocked, isShipped, linesToPick } from './picking.rules.ts'

type Item = AdminOrder['items'][0]

/** The pick list of an order, with targets large enough for a thumb. After shipping it is read-only unless reopened. */
export function AdminPicking({ order }: { order: AdminOrder }) {
  const [isUnlocked, setIsUnlocked] = useState(false)
  const pick = useSetPicked(order.id)
  const lockable = isPickingLocked(order)
  const lines = linesToPick(order)
  // A line that is delivered digitally has a section of its own.
  const shown = order.items.filter(isShipped)
  if (shown.length === 0) return null
  const done = lines.filter(({ picked }) => picked).length
  const toggle = () => {
    setIsUnlocked(!isUnlocked)
    if (isUnlocked) toast({ title: 'Bewerkmodus uitgeschakeld', description: 'Items zijn weer vergrendeld' })
  }
  return (
    <Card className="grid gap-3 p-5">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h2 className="grow text-subheading font-medium">Picken</h2>
        <span className="figures text-small text-ink-soft" role="status">
          {done} van {lines.length} gepickt
        </span>
        {lockable && (
          <Button
            variant="secondary"
            size="sm"
            className="max-sm:h-11"
            aria-pressed={isUnlocked}
            onClick={toggle}
          >
            {isUnlocked ? <LockOpen aria-hidden /> : <Lock aria-hidden />}
            Bewerkmodus
          </Button>
        )}
      </div>
      {lockable && (
        <p className="text-small text-ink-soft">
          {isUnlocked
            ? 'Je kunt items nu aan- en afvinken.'
            : 'De items zijn vergrendeld, omdat de bestelling verzonden is.'}
        </p>
      )}
      <ul className="-mx-2 grid gap-1">
        {shown.map(item => (
          <li key={item.id}>
            <Line
              item={item}
              isLocked={lockable && !isUnlocked}
              onPick={picked => pick.mutate({ itemId: item.id, picked })}
            />
          </li>
        ))}
      </ul>
    </Card>
  )
}

interface LineProps {
  item: Item
  isLocked: boolean
  onPick: (picked: boolean) => void
}

/** The whole row is the checkbox. */
function Line({ item, isLocked, onPick }: LineProps) {
  const { quantity, refundedQuantity, product, picked, isDigital } = item
  const left = quantity - refundedQuantity
  return (
    <label
      className={cn(
        'flex min-h-18 items-center gap-4 rounded-inner p-2 transition-colors',
        isLocked || left === 0 ? 'opacity-70' : 'hover:bg-ink/4',
        'has-focus-visible:outline-2 has-focus-visible:outline-accent-text',
      )}
    >
      <span className="relative grid size-9 shrink-0 place-items-center">
        <input
          type="checkbox"
          checked={picked}
          disabled={isLocked || left === 0}
          onChange={event => onPick(event.target.checked)}
          className="peer absolute inset-0 appearance-none rounded-inner border-2 border-line-strong bg-surface outline-none checked:border-accent checked:bg-accent"
        />
        <Check
          className="pointer-events-none relative size-6 text-on-accent opacity-0 peer-checked:opacity-100"
          strokeWidth={3}
          aria-hidden
        />
      </span>
      <ResponsiveImage
        src={product.imageUrl}
        alt=""
        sizes="48px"
        className="w-11 shrink-0 rounded-inner max-[23rem]:hidden"
      />
      <span className="grid min-w-0 grow gap-0.5">
        <span className={cn('font-medium wrap-anywhere', left === 0 && 'line-through')}>
          <span className="figures">{left === 0 ? quantity : left} ×</span> {product.name}
        </span>
        <span className="flex flex-wrap gap-x-3 gap-y-1 text-small text-ink-soft">
          Gepickt
          {isDigital && <Badge>Digitaal</Badge>}
          {refundedQuantity > 0 && <Badge tone="danger">{refundedQuantity} terugbetaald</Badge>}
        </span>
      </span>
    </label>
  )
}
