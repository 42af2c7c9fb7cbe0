import { useSuspenseQuery, useQuery } from '@tanstack/react-query'
import { ExternalLink, Trash2 } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useNavigate, useParams, Link } from 'react-router'
import { AdminPageHeader } from '../../../ui/lists/AdminPageHeader.tsx'
import { Badge } from '../../../ui/components/Badge.tsx'
import { Button } from '../../../ui/components/Button.tsx'
import { isDigital } from '../catalog/rules.ts'
import { AdminDigitalContent } from '../../downloads/admin/AdminDigitalContent.tsx'
import { AdminRelatedCard } from './AdminRelatedCard.tsx'
import { AdminSafetyCard } from './safety/AdminSafetyCard.tsx'
import { AdminSaleCard } from './prices/AdminSaleCard.tsx'
import { AdminVariantsCard } from './variants/AdminVariantsCard.tsx'
import { AdminProductForm } from './AdminProductForm.tsx'
import type { AdminProductDetail } from './contract.ts'
import type { LowestPrice, PriceEntry, readProductHistory, StockEntry } from './history.contract.ts'
import { adminCategoriesQuery, adminProductQuery, useRemoveProduct, productHistoryQuery } from './hooks.ts'
import { ConfirmDialog } from '../../../ui/dialogs/ConfirmDialog.tsx'
import { ButtonLink } from '../../../ui/components/ButtonLink.tsx'
import type { z } from 'zod'
import { userMessageOf } from '../../../ui/call/call.ts'
import { formatDateTime } from '../../../ui/format.ts'
import { Card } from '../../../ui/components/Card.tsx'
import { cn } from '../../../ui/components/cn.ts'
import { Notice } from '../../../ui/components/Notice.tsx'
import { Skeleton } from '../../../ui/components/Skeleton.tsx'
import { Tab, TabList, TabPanel, Tabs } from '../../../ui/components/Tabs.tsx'
import { formatCents } from '../../../wire/money.ts'
import { OMNIBUS_DAYS } from '../prices/history.rules.ts'
import { formatSignedPieces, priceSourceNames, stockEntryLabel } from './history.rules.ts'

const PRODUCTS_PATH = '/admin/products'

/** `/admin/products/:productId`: one product in its form. */
export function AdminProductPage() {
  const { productId = '' } = useParams()
  const { data: product } = useSuspenseQuery(adminProductQuery(productId))
  const { data: categories } = useSuspenseQuery(adminCategoriesQuery)
  const navigate = useNavigate()
  const [isRemoving, setRemoving] = useState(false)
  return (
    <>
      <AdminPageHeader
        title={product.name}
        aside={<Status product={product} />}
        back={{ to: PRODUCTS_PATH, name: 'Producten' }}
        actions={product.isActive && <ShopLink slug={product.slug} />}
      />
      {product.parent && <ParentNotice parent={product.parent} />}
      <AdminProductForm key={product.id} product={product} categories={categories} onAdded={() => undefined}>
        <Button variant="quiet" className="text-danger" onClick={() => setRemoving(true)}>
          <Trash2 aria-hidden />
          Verwijderen
        </Button>
      </AdminProductForm>
      <div className="mt-8 grid grid-cols-1 gap-5">
        {!product.parent && <AdminVariantsCard product={product} />}
      </div>
      <div className="mt-5 grid max-w-3xl grid-cols-1 gap-5">
        <AdminSaleCard product={product} />
        {!product.parent && <AdminRelatedCard productId={product.id} />}
        {!product.parent && !isDigital(product) && <AdminSafetyCard productId={product.id} />}
        {!product.parent && <AdminDigitalContent productId={product.id} isDigital={isDigital(product)} />}
        <AdminProductHistory productId={product.id} />
      </div>
      <AdminRemoveProduct
        product={product}
        open={isRemoving}
        onClose={() => setRemoving(false)}
        onRemoved={() => void navigate(PRODUCTS_PATH)}
      />
    </>
  )
}

const Status = ({ product: { isActive } }: { product: AdminProductDetail }) => (
  <Badge tone={isActive ? 'green' : 'neutral'}>{isActive ? 'Actief' : 'Niet actief'}</Badge>
)

const ParentNotice = ({ parent: { id, name } }: { parent: { id: string; name: string } }) => (
  <Notice tone="info" title="Dit is een variant" className="mb-5">
    Naam, beschrijving, categorie en verzending staan bij{' '}
    <Link to={`${PRODUCTS_PATH}/${id}`} className="underline underline-offset-4">
      {name}
    </Link>
    , met al zijn varianten.
  </Notice>
)

const ShopLink = ({ slug }: { slug: string }) => (
  <ButtonLink to={`/shop/${slug}`} variant="secondary" size="sm">
    <ExternalLink aria-hidden />
    Bekijk in de shop
  </ButtonLink>
)

interface AdminRemoveProductProps {
  product: AdminProductDetail
  open: boolean
  onClose: () => void
  onRemoved: () => void
}

/** Asks before a product is removed, and says whether it will be deleted or only deactivated. */
function AdminRemoveProduct({ product, open, onClose, onRemoved }: AdminRemoveProductProps) {
  const remove = useRemoveProduct()
  return (
    <ConfirmDialog
      title="Product verwijderen"
      description={product.name}
      confirm={product.wasOrdered ? 'Uit de verkoop halen' : 'Verwijderen'}
      open={open}
      busy={remove.isPending}
      onConfirm={() => remove.mutate(product, { onSuccess: onRemoved })}
      onClose={onClose}
    >
      <p>
        {product.wasOrdered
          ? 'Dit product is ooit besteld en staat op facturen. Het wordt niet gewist, maar uit de verkoop gehaald.'
          : 'Dit product is nooit besteld. Het wordt gewist, met zijn foto’s, en verdwijnt uit winkelmandjes en verlanglijsten.'}
      </p>
    </ConfirmDialog>
  )
}

const INITIAL_ENTRIES = 10
const MAX_ENTRIES = 500

/** The history of a product's stock and price, with the prices of the Omnibus directive. */
function AdminProductHistory({ productId }: { productId: string }) {
  const [limit, setLimit] = useState(INITIAL_ENTRIES)
  const { data, error } = useQuery(productHistoryQuery(productId, limit))
  return (
    <Card className="grid grid-cols-1 gap-2">
      <h2 className="text-subheading font-semibold">Geschiedenis</h2>
      {error && <Notice tone="error" title={userMessageOf(error)} />}
      {data ? <HistoryTabs history={data} /> : !error && <HistorySkeleton />}
      {data?.hasMore && limit < MAX_ENTRIES && (
        <div>
          <Button variant="quiet" size="sm" onClick={() => setLimit(MAX_ENTRIES)}>
            Toon meer
          </Button>
        </div>
      )}
    </Card>
  )
}

const HistorySkeleton = () => (
  <div className="grid gap-3 pt-3">
    {[0, 1, 2, 3].map(row => (
      <Skeleton key={row} className="h-12" />
    ))}
  </div>
)

const HistoryTabs = ({ history }: { history: z.output<typeof readProductHistory.output> }) => (
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
      <LowestPriceNotice lowest={history.lowest} />
      <ul className="divide-y divide-line">
        {history.prices.map(entry => (
          <PriceRow key={entry.id} entry={entry} />
        ))}
      </ul>
    </TabPanel>
  </Tabs>
)

function LowestPriceNotice({ lowest: { lowestCents, priorCents } }: { lowest: LowestPrice }) {
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
  const { pieces, stockAfter, unitCost, orderId, note } = entry
  return (
    <Row
      title={stockEntryLabel(entry)}
      change={
        <span className={cn(pieces > 0 ? 'text-green' : 'text-ink')}>{formatSignedPieces(pieces)}</span>
      }
      became={stockAfter === null ? null : `${stockAfter - pieces} → ${stockAfter}`}
      entry={entry}
    >
      {orderId && (
        <Link to={`/admin/orders/${orderId}`} className="underline underline-offset-4 hover:text-ink">
          Naar de bestelling
        </Link>
      )}
      {unitCost !== null && <span>Inkoop {formatCents(unitCost)} per stuk</span>}
      {!orderId && note && <span className="wrap-anywhere">{note}</span>}
    </Row>
  )
}

const PriceRow = ({ entry }: { entry: PriceEntry }) => (
  <Row
    title={priceSourceNames[entry.source]}
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
  <li className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-6 gap-y-0.5 py-3 text-small">
    <span className="font-medium">{title}</span>
    <span className="figures text-right font-medium">{change}</span>
    <span className="text-ink-soft">
      <time dateTime={at} className="figures">
        {formatDateTime(at)}
      </time>
      {actor && `, ${actor.displayName}`}
    </span>
    <span className="figures text-right whitespace-nowrap text-ink-soft">{became}</span>
    {children && <span className="col-span-2 text-ink-soft">{children}</span>}
  </li>
)
