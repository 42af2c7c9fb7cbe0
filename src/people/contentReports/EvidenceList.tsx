import { cn } from '../../ui/components/cn.ts'
import { formatDateTime } from '../../ui/format.ts'
import type { Evidence } from './contract.ts'

/** The reported content as it was when it was reported. */
export const EvidenceList = ({ evidence, className }: { evidence: Evidence[]; className?: string }) => (
  <dl className={cn('figures grid gap-x-8 gap-y-3 text-small sm:grid-cols-2', className)}>
    {evidence.map(({ label, text, image }) => (
      <div key={label} className={text.length > 60 || image ? 'sm:col-span-2' : undefined}>
        <dt className="text-ink-faint">{label}</dt>
        <dd className="wrap-anywhere whitespace-pre-line">
          {image ? (
            <img src={image} alt={`${label} zoals gemeld`} className="mt-1 max-h-60 rounded-inner" />
          ) : (
            readable(text)
          )}
        </dd>
      </div>
    ))}
  </dl>
)

/** Times are kept as they are stored. */
const readable = (text: string): string =>
  /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(text) ? formatDateTime(text) : text
