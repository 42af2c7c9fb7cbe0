import { useQuery } from '@tanstack/react-query'
import { reasonOf } from '../../ui/call.ts'
import { Button } from '../../ui/parts/Button.tsx'
import { Dialog, DialogContent, DialogTrigger } from '../../ui/parts/Dialog.tsx'
import { Notice } from '../../ui/parts/Notice.tsx'
import { Skeleton } from '../../ui/parts/Skeleton.tsx'
import { AdminCounts } from './AdminCounts.tsx'
import type { WebsiteAnalytics } from './contract.ts'
import { type Look, TOP, websiteQuery } from './hooks.ts'
import { AdminPart } from './AdminPart.tsx'
import { type TopName, tops } from './tops.rules.ts'

interface AdminTopProps {
  name: TopName
  analytics: WebsiteAnalytics
  look: Look
}

/** The first five of a list, and all of them when asked for. */
export function AdminTop({ name, analytics, look }: AdminTopProps) {
  const { title, unit, none, rows } = tops[name]
  const few = rows(analytics)
  return (
    <AdminPart title={title} aside={unit} footer={few.length >= TOP.few && <All name={name} look={look} />}>
      {few.length === 0 ? (
        <p className="text-small text-ink-soft">{none}</p>
      ) : (
        <AdminCounts label={title} rows={few} />
      )}
    </AdminPart>
  )
}

const All = ({ name, look }: { name: TopName; look: Look }) => (
  <Dialog>
    <DialogTrigger asChild>
      <Button
        variant="quiet"
        size="sm"
        className="-mb-2 w-full"
        aria-label={`Toon alle: ${tops[name].title}`}
      >
        Toon alle
      </Button>
    </DialogTrigger>
    <DialogContent title={tops[name].title} description={`In ${tops[name].unit}, het meeste eerst.`}>
      <AllRows name={name} look={look} />
    </DialogContent>
  </Dialog>
)

function AllRows({ name, look }: { name: TopName; look: Look }) {
  const { title, rows } = tops[name]
  const { data, isError, error } = useQuery({ ...websiteQuery(look, TOP.all), refetchInterval: false })
  if (data)
    return (
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by the keyboard
      <div role="region" aria-label={`${title}, alle`} tabIndex={0} className="rounded-inner">
        <AdminCounts label={title} rows={rows(data)} />
      </div>
    )
  if (isError)
    return (
      <Notice tone="error" title="De lijst is er niet">
        {reasonOf(error)}
      </Notice>
    )
  return <Skeleton className="h-96" />
}
