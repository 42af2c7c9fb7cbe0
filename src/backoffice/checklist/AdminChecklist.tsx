import { useQuery } from '@tanstack/react-query'
import { ChevronRight, Circle, CircleCheck } from 'lucide-react'
import { Link } from 'react-router'
import { Button } from '../../ui/components/Button.tsx'
import { checklistQuery, useSendTestMail } from './hooks.ts'
import type { CheckName, CheckResult } from './contract.ts'
import { checkLabels } from './labels.rules.ts'

/** Where an admin does it; the others are set on the server. */
const pages: Partial<Record<CheckName, string>> = {
  COMPANY: '/admin/settings',
  VAT: '/admin/settings',
  PLACEHOLDER_RATING: '/admin/settings',
  PRODUCT: '/admin/products/new',
  SHIPPING: '/admin/shipping',
  DELIVERY: '/admin/settings#hasDelivery',
  PRODUCER: '/admin/settings#company.producerNumbers',
  TOYS: '/admin/provider',
  TWO_FACTOR: '/security',
}

/**
 * The open lines of the checklist, checked now. Loads after the page, because it asks the providers, and is not
 * there when all is done.
 */
export function AdminChecklist() {
  const { data, isFetching, refetch } = useQuery(checklistQuery)
  if (!data || data.every(({ isDone }) => isDone)) return null
  const open = data.filter(({ isDone }) => !isDone)
  const done = data.filter(({ isDone }) => isDone)
  return (
    <section
      aria-labelledby="checklist"
      className="grid gap-4 rounded-card border border-line bg-surface p-4 sm:p-6"
    >
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div>
          <h2 id="checklist" className="font-semibold">
            Voor je opent
          </h2>
          <p role="status" className="figures text-small text-ink-soft">
            {done.length} van {data.length} gedaan
          </p>
        </div>
        <Button variant="secondary" size="sm" busy={isFetching} onClick={() => void refetch()}>
          Opnieuw nakijken
        </Button>
      </div>
      <ul aria-label="Nog te doen" className="-mx-3 grid gap-x-4 xl:grid-cols-2">
        {open.map(result => (
          <OpenCheck key={result.name} result={result} />
        ))}
      </ul>
      {done.length > 0 && (
        <details className="group">
          <summary className="flex min-h-11 cursor-pointer items-center gap-2 text-small text-ink-soft">
            <ChevronRight className="size-4.5 transition-transform group-open:rotate-90" aria-hidden />
            Gedaan
          </summary>
          <ul aria-label="Gedaan" className="grid gap-x-4 pt-1 xl:grid-cols-2">
            {done.map(({ name, detail }) => (
              <li key={name} className="flex gap-3 py-1.5 text-small">
                <CircleCheck className="mt-0.5 size-4.5 shrink-0 text-green" aria-hidden />
                <p className="min-w-0 wrap-break-word">
                  {checkLabels[name]} <span className="block text-ink-soft">{detail}</span>
                </p>
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  )
}

function OpenCheck({ result: { name, detail, canSendTestMail, links } }: { result: CheckResult }) {
  const to = pages[name]
  const icon = <Circle className="mt-0.5 size-4.5 shrink-0 text-yellow" aria-hidden />
  const text = (
    <>
      {checkLabels[name]}{' '}
      {links.length === 0 && <span className="block text-small text-ink-soft">{detail}</span>}
    </>
  )
  return (
    <li>
      {to ? (
        <Link to={to} className="flex gap-3 rounded-inner px-3 py-2.5 transition-colors hover:bg-ink/6">
          {icon}
          <span className="min-w-0 grow wrap-break-word">{text}</span>
          <ChevronRight className="mt-0.5 size-4.5 shrink-0 text-ink-faint" aria-hidden />
        </Link>
      ) : (
        <div className="flex gap-3 px-3 py-2.5">
          {icon}
          <div className="grid min-w-0 grow justify-items-start gap-2">
            <p className="wrap-break-word">{text}</p>
            {links.length > 0 && (
              <ul className="-mt-2 text-small text-ink-soft">
                {links.map(({ label, path }) => (
                  <li key={path}>
                    <Link
                      to={path}
                      className="inline-flex min-h-6 underline underline-offset-4 hover:text-ink"
                    >
                      {label}
                    </Link>
                  </li>
                ))}
              </ul>
            )}
            {canSendTestMail && <TestMailButton />}
          </div>
        </div>
      )}
    </li>
  )
}

function TestMailButton() {
  const send = useSendTestMail()
  return (
    <Button variant="secondary" size="sm" busy={send.isPending} onClick={() => send.mutate({})}>
      Stuur een testmail
    </Button>
  )
}
