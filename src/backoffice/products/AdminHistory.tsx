import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import type { z } from 'zod'
import { reasonOf } from '../../ui/call.ts'
import { formatMoment } from '../../ui/format.ts'
import { Button } from '../../ui/parts/Button.tsx'
import { Card } from '../../ui/parts/Card.tsx'
import { cn } from '../../ui/parts/cn.ts'
import { Notice } from '../../ui/parts/Notice.tsx'
import { Skeleton } from '../../ui/parts/Skeleton.tsx'
import { Tab, TabList, TabPanel, Tabs } from '../../ui/parts/Tabs.tsx'
import { formatCents } from '../../wire/money.ts'
import type { LowestPrice, PriceEntry, readHistory, StockEntry } from './history.contract.ts'
import { useHistory } from './history.hooks.ts'
import { OMNIBUS_DAYS, signed, sourceNames, stockWords } from './history.rules.ts'

const FEW = 10
const MANY = 500

/** What became of a product's stock and price, and what the Omnibus rule asks of the price. */
export function AdminHistory({ productId }: { productId: string }) {
  const [limit, setLimit] = useState(FEW)
  const { data, error } = useHistory(productId, limit)
  return (
    <Card className="grid gap-2">
      <h2 className="text-subheading font-semibold">Geschiedenis</h2>
      {error && <Notice tone="error" title={reasonOf(error)} />}
      {data ? <Entries history={data} /> : !error && <Waiting />}
      {data?.hasMore && limit < MANY && (
        <div>
          <Button variant="quiet" size="sm" onClick={() => setLimit(MANY)}>
            Toon meer
          </Button>
        </div>
      )}
    </Card>
  )
}

const Waiting = () => (
  <div className="grid gap-3 pt-3">
    {[0, 1, 2, 3].map(row => (
      <Skeleton key={row} className="h-12" />
    ))}
  </div>
)

const Entries = ({ history }: { history: z.output<typeof readHistory.output> }) => (
  <Tabs defaultValue="stock">
    <TabList>
      <Tab value="stock">Voorraad</Tab>
      <Tab value="price">Prijs</Tab>
    </TabList>
    <TabPanel value="stock" className="pt-2">
      {history.stock.length === 0 ? (
        <p className="py-4 text-small text-ink-soft">Er kwam nog niets bij of af.</p>
      ) : (
        <ul className="divide-y divide-line">
          {history.stock.map(entry => (
            <StockRow key={entry.id} entry={entry} />
          ))}
        </ul>
      )}
    </TabPanel>
    <TabPanel value="price" className="pt-2">
      <Lowest lowest={history.lowest} />
      <ul className="divide-y divide-line">
        {history.prices.map(entry => (
          <PriceRow key={entry.id} entry={entry} />
        ))}
      </ul>
    </TabPanel>
  </Tabs>
)

function Lowest({ lowest: { lowestCents, priorCents } }: { lowest: LowestPrice }) {
  return (
    <div className="my-3 grid gap-1 rounded-inner bg-ink/4 px-4 py-3 text-small">
      <p>
        Laagste prijs van de laatste {OMNIBUS_DAYS} dagen:{' '}
        <strong className="figures">{formatCents(lowestCents)}</strong>
      </p>
      {priorCents !== null && (
        <p className="text-ink-soft">
          De prijs is verlaagd. Noem je dat een korting, vergelijk dan met{' '}
          <strong className="figures text-ink">{formatCents(priorCents)}</strong>, de laagste prijs van de{' '}
          {OMNIBUS_DAYS} dagen ervoor.
        </p>
      )}
    </div>
  )
}

function StockRow({ entry }: { entry: StockEntry }) {
  const { pieces, stockAfter, orderId, note } = entry
  return (
    <Row
      title={stockWords(entry)}
      change={<span className={cn(pieces > 0 ? 'text-green' : 'text-ink')}>{signed(pieces)}</span>}
      became={stockAfter === null ? null : `${stockAfter - pieces} → ${stockAfter}`}
      entry={entry}
    >
      {orderId && (
        <Link to={`/admin/orders/${orderId}`} className="underline underline-offset-4 hover:text-ink">
          Naar de bestelling
        </Link>
      )}
      {!orderId && note && <span className="wrap-anywhere">{note}</span>}
    </Row>
  )
}

const PriceRow = ({ entry }: { entry: PriceEntry }) => (
  <Row
    title={sourceNames[entry.source]}
    change={formatCents(entry.newCents)}
    became={entry.oldCents === null ? null : `was ${formatCents(entry.oldCents)}`}
    entry={entry}
  />
)

interface RowProps {
  title: string
  change: ReactNode
  became: string | null
  entry: Pick<StockEntry, 'at' | 'actor'>
  children?: ReactNode
}

const Row = ({ title, change, became, entry: { at, actor }, children }: RowProps) => (
  <li className="grid grid-cols-[1fr_auto] gap-x-6 gap-y-0.5 py-3 text-small">
    <span className="font-medium">{title}</span>
    <span className="figures text-right font-medium">{change}</span>
    <span className="text-ink-soft">
      <time dateTime={at} className="figures">
        {formatMoment(at)}
      </time>
      {actor && `, ${actor.displayName}`}
    </span>
    <span className="figures text-right whitespace-nowrap text-ink-soft">{became}</span>
    {children && <span className="col-span-2 text-ink-soft">{children}</span>}
  </li>
)
