import { useQuery } from '@tanstack/react-query'
import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { Button } from '../../../ui/components/Button.tsx'
import { Card } from '../../../ui/components/Card.tsx'
import { Field, Input } from '../../../ui/forms/Field.tsx'
import { IconButton } from '../../../ui/components/IconButton.tsx'
import { MAX_CHOSEN_RELATED, type RelatedProduct } from './related.contract.ts'
import { productChoicesQuery, relatedQuery, useSetRelated } from './related.hooks.ts'

/** Which products are shown beside this one, and in which order. */
export function AdminRelatedCard({ productId }: { productId: string }) {
  const { data: chosen } = useQuery(relatedQuery(productId))
  const set = useSetRelated(productId)
  if (!chosen) return null
  const save = (next: RelatedProduct[]) => set.mutate({ productId, relatedIds: next.map(({ id }) => id) })
  return (
    <Card className="grid grid-cols-1 gap-4">
      <h2 className="text-subheading font-semibold">Past hier mooi bij</h2>
      <p className="text-small text-ink-soft">
        De winkel toont er vier: eerst wat je hier kiest, dan andere uit dezelfde categorie.
      </p>
      {chosen.length > 0 && <ChosenList chosen={chosen} isBusy={set.isPending} onChange={save} />}
      {chosen.length < MAX_CHOSEN_RELATED && (
        <Choices
          taken={[productId, ...chosen.map(({ id }) => id)]}
          isBusy={set.isPending}
          onChoose={product => save([...chosen, product])}
        />
      )}
    </Card>
  )
}

interface ChosenListProps {
  chosen: RelatedProduct[]
  isBusy: boolean
  onChange: (next: RelatedProduct[]) => void
}

function ChosenList({ chosen, isBusy, onChange }: ChosenListProps) {
  const move = (index: number, to: number) => {
    const rest = chosen.filter((_, at) => at !== index)
    onChange(rest.toSpliced(to, 0, ...chosen.slice(index, index + 1)))
  }
  return (
    <ol className="divide-y divide-line">
      {chosen.map((product, index) => (
        <li key={product.id} className="flex items-center gap-1 py-1">
          <span className="grow wrap-anywhere">
            {product.name}
            {!product.isActive && <span className="text-small text-ink-faint"> (niet actief)</span>}
          </span>
          <IconButton
            icon={ArrowUp}
            label={`Eerder: ${product.name}`}
            disabled={isBusy || index === 0}
            onClick={() => move(index, index - 1)}
          />
          <IconButton
            icon={ArrowDown}
            label={`Later: ${product.name}`}
            disabled={isBusy || index === chosen.length - 1}
            onClick={() => move(index, index + 1)}
          />
          <IconButton
            icon={X}
            label={`Niet meer: ${product.name}`}
            disabled={isBusy}
            onClick={() => onChange(chosen.filter(({ id }) => id !== product.id))}
          />
        </li>
      ))}
    </ol>
  )
}

interface ChoicesProps {
  /** Ids that can't be chosen. */
  taken: string[]
  isBusy: boolean
  onChoose: (product: RelatedProduct) => void
}

function Choices({ taken, isBusy, onChoose }: ChoicesProps) {
  const [q, setQ] = useState('')
  const { data } = useQuery(productChoicesQuery(useDeferredValue(q.trim())))
  const found = data && !Array.isArray(data) && q.trim() !== '' ? data.items : []
  const free = found.filter(({ id }) => !taken.includes(id))
  return (
    <>
      <Field label="Product toevoegen" optional>
        <Input
          type="search"
          autoComplete="off"
          placeholder="Naam of SKU"
          value={q}
          onChange={event => setQ(event.target.value)}
        />
      </Field>
      <ul className="flex flex-wrap gap-2">
        {free.map(product => (
          <li key={product.id}>
            <Button variant="secondary" size="sm" disabled={isBusy} onClick={() => onChoose(product)}>
              <Plus aria-hidden />
              {product.name}
            </Button>
          </li>
        ))}
      </ul>
    </>
  )
}
