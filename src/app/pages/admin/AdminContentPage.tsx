import { useQueries, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { ArrowDown, ArrowUp, Search, X } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useParams } from 'react-router'
import { AdminContentEditor } from '../../../people/content/admin/AdminContentEditor.tsx'
import type { ProductsFieldProps } from '../../../people/content/admin/AdminContentFields.tsx'
import { type AdminContent, FaqContent, HomeContent } from '../../../people/content/contract.ts'
import { FaqList } from '../../../people/content/FaqPage.tsx'
import { Markup } from '../../../people/content/Markup.tsx'
import { LegalContent } from '../../../people/legal/contract.ts'
import { legalParts, LegalSections } from '../../../people/legal/LegalSections.tsx'
import {
  categoriesQuery,
  productQuery,
  productSearchQuery,
  useFeaturedProducts,
} from '../../../shop/products/catalog/hooks.ts'
import type { Product } from '../../../shop/products/catalog/contract.ts'
import { Button } from '../../../ui/components/Button.tsx'
import { FieldError, Input } from '../../../ui/forms/Field.tsx'
import { IconButton } from '../../../ui/components/IconButton.tsx'
import { ResponsiveImage } from '../../../ui/components/ResponsiveImage.tsx'
import { Skeleton } from '../../../ui/components/Skeleton.tsx'
import type { ContentBody } from '../../../wire/content.ts'
import { formatCents } from '../../../wire/money.ts'
import { HomeSections } from '../HomeSections.tsx'
import { mailPreviewQuery } from '../../../people/content/admin/hooks.ts'

/** `/admin/content/:key`: the editor of one text, with a preview made of the page itself. */
export function AdminContentPage() {
  const { key = '' } = useParams()
  return (
    <AdminContentEditor key={key} contentKey={key} ProductsField={ProductsField} preview={renderPreview} />
  )
}

function renderPreview({ key }: AdminContent, body: ContentBody): ReactNode {
  if (key === 'home') return <HomePreview body={body} />
  if (key.startsWith('mail.')) return <MailPreview contentKey={key} body={body} />
  if (key !== 'faq' && !key.startsWith('legal.')) return null
  const faq = key === 'faq' ? FaqContent.safeParse(body).data : undefined
  const legal = key.startsWith('legal.') ? LegalContent.safeParse(body).data : undefined
  return (
    <div inert className="p-5">
      {faq && <FaqList content={faq} />}
      {legal && <LegalPreview content={legal} />}
    </div>
  )
}

const LegalPreview = ({ content: { intro, sections } }: { content: LegalContent }) => (
  <div className="grid gap-8">
    <div className="text-ink-soft">
      <Markup text={intro} parts={legalParts} headings="h2" />
    </div>
    <LegalSections sections={sections} />
  </div>
)

/** How long typing rests before a mail is rendered again, in milliseconds. */
const PREVIEW_DELAY_MS = 300

/** The mail as the server renders it, with example data. Nothing in it can run or lead anywhere. */
function MailPreview({ contentKey, body }: { contentKey: string; body: ContentBody }) {
  const [shown, setShown] = useState(body)
  useEffect(() => {
    const timer = setTimeout(() => setShown(body), PREVIEW_DELAY_MS)
    return () => clearTimeout(timer)
  }, [body])
  const { data } = useQuery(mailPreviewQuery(contentKey, shown))
  if (!data) return <Skeleton className="h-96" />
  return (
    <div className="grid">
      <p className="border-b border-line p-4 text-small wrap-anywhere">
        <span className="text-ink-soft">Onderwerp: </span>
        {data.subject}
      </p>
      <iframe sandbox="" srcDoc={data.html} title="Voorbeeld van de mail" className="h-[36rem] w-full" />
    </div>
  )
}

/** The home page as on a wide screen, made smaller; on a phone as it is there. Nothing in it can be pressed. */
function HomePreview({ body }: { body: ContentBody }) {
  const content = HomeContent.safeParse(body).data
  const featured = useFeaturedProducts([], content?.featured ?? [])
  const { data: categories } = useSuspenseQuery(categoriesQuery)
  if (!content) return null
  return (
    <div inert className="pb-16 xl:w-[80rem] xl:[zoom:0.4]">
      <HomeSections content={content} featured={featured} categories={categories} />
    </div>
  )
}

/** Chooses products and their order. */
function ProductsField({ field, ids, onChange, error }: ProductsFieldProps) {
  const chosen = useQueries({ queries: ids.map(productQuery) })
  const [said, say] = useState('')
  const move = (from: number, to: number) => {
    const id = ids[from]
    if (id === undefined) return
    onChange(ids.toSpliced(from, 1).toSpliced(to, 0, id))
    say(`Staat nu op plaats ${to + 1} van ${ids.length}`)
  }
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1 text-small font-medium">{field.label}</legend>
      <p className="text-small text-ink-faint">
        {field.hint} Hoogstens {field.max}.
      </p>
      {ids.length > 0 && (
        <ol className="divide-y divide-line rounded-card border border-line bg-surface">
          {ids.map((id, index) => {
            const name = chosen[index]?.data?.name ?? 'Niet meer te koop'
            return (
              <li key={id} className="flex items-center gap-1 py-1 pr-1 pl-4">
                <span className="min-w-0 grow text-small wrap-anywhere">{name}</span>
                <IconButton
                  icon={ArrowUp}
                  label={`Zet ${name} hoger`}
                  disabled={index === 0}
                  onClick={() => move(index, index - 1)}
                />
                <IconButton
                  icon={ArrowDown}
                  label={`Zet ${name} lager`}
                  disabled={index === ids.length - 1}
                  onClick={() => move(index, index + 1)}
                />
                <IconButton
                  icon={X}
                  label={`Haal ${name} weg`}
                  onClick={() => onChange(ids.toSpliced(index, 1))}
                />
              </li>
            )
          })}
        </ol>
      )}
      {ids.length < field.max && (
        <ProductSearch
          exclude={ids}
          onChoose={({ id, name }) => {
            onChange([...ids, id])
            say(`${name} toegevoegd`)
          }}
        />
      )}
      <FieldError>{error}</FieldError>
      <p role="status" className="sr-only">
        {said}
      </p>
    </fieldset>
  )
}

/** How many hits a search shows. */
const HITS = 6

interface ProductSearchProps {
  /** Ids of products that are chosen already. */
  exclude: string[]
  onChoose: (product: Product) => void
}

function ProductSearch({ exclude, onChoose }: ProductSearchProps) {
  const [q, setQ] = useState('')
  const { data } = useQuery({
    ...productSearchQuery({ q: q.trim(), pageSize: HITS + exclude.length }),
    enabled: q.trim() !== '',
  })
  const hits =
    q.trim() === '' ? [] : (data?.items ?? []).filter(({ id }) => !exclude.includes(id)).slice(0, HITS)
  return (
    <div className="grid gap-2">
      <div className="relative">
        <Search
          className="pointer-events-none absolute top-1/2 left-3.5 size-4.5 -translate-y-1/2 text-ink-faint"
          aria-hidden
        />
        <Input
          type="search"
          aria-label="Zoek een product om uit te lichten"
          placeholder="Zoek een product"
          autoComplete="off"
          maxLength={100}
          value={q}
          className="h-11 pl-10.5"
          onChange={event => setQ(event.target.value)}
          onKeyDown={event => event.key === 'Enter' && event.preventDefault()}
        />
      </div>
      {hits.length > 0 && (
        <ul className="grid gap-1">
          {hits.map(product => (
            <li key={product.id}>
              <Button
                variant="quiet"
                className="h-auto w-full justify-start gap-3 px-2 py-1.5 text-left text-small whitespace-normal"
                onClick={() => {
                  onChoose(product)
                  setQ('')
                }}
              >
                <span className="w-10 shrink-0 overflow-hidden rounded-inner">
                  <ResponsiveImage src={product.imageUrl} alt="" sizes="40px" />
                </span>
                <span className="grow">{product.name}</span>
                <span className="figures text-ink-soft">{formatCents(product.price)}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
