import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { Link } from 'react-router'
import { Card } from '../../ui/components/Card.tsx'
import { IconButton } from '../../ui/components/IconButton.tsx'
import { productPath } from '../products/search/filters.rules.ts'
import { backInStockQuery, useCancelBackInStock } from './hooks.ts'

/** The products of which a mail was asked, each with a button to take that back; nothing when there are none. */
export function BackInStockCard() {
  const { data: requests = [] } = useQuery(backInStockQuery)
  const cancel = useCancelBackInStock()
  if (requests.length === 0) return null
  return (
    <Card className="lg:col-span-2">
      <h2 className="display text-heading">Mail als het er weer is</h2>
      <ul className="mt-4 divide-y divide-line">
        {requests.map(({ productId, name, slug }) => (
          <li key={productId} className="flex items-center justify-between gap-4 py-1">
            <Link to={productPath({ slug })} className="underline-offset-4 hover:underline">
              {name}
            </Link>
            <IconButton
              icon={X}
              label={`Geen mail over ${name}`}
              onClick={() => cancel.mutate({ productId })}
            />
          </li>
        ))}
      </ul>
    </Card>
  )
}
