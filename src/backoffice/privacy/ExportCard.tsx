import { useSuspenseQuery } from '@tanstack/react-query'
import { FileDown } from 'lucide-react'
import { formatDate } from '../../ui/format.ts'
import { Button } from '../../ui/components/Button.tsx'
import { Card } from '../../ui/components/Card.tsx'
import { ProgressBar } from '../../ui/components/ProgressBar.tsx'
import { Notice } from '../../ui/components/Notice.tsx'
import { EXPORT_DAYS, type ExportState } from './contract.ts'
import { exportStateQuery, useRequestExport } from './hooks.ts'

/** Requests an export of one's own data. */
export function ExportCard() {
  const { data: state } = useSuspenseQuery(exportStateQuery)
  const request = useRequestExport()
  return (
    <Card className="grid justify-items-start gap-5">
      <div className="grid gap-2">
        <h2 className="display text-heading">Je gegevens</h2>
        <p className="text-ink-soft">
          Vraag een kopie van alles wat we van je bewaren: je profiel, adressen, bestellingen, facturen,
          minuten, sessies en berichten. De link komt per mail en werkt {EXPORT_DAYS} dagen.
        </p>
      </div>
      <Progress state={state} />
      <Button
        variant="secondary"
        className="max-sm:w-full"
        busy={request.isPending}
        disabled={state.againAt !== null}
        onClick={() => request.mutate({})}
      >
        <FileDown aria-hidden />
        Kopie aanvragen
      </Button>
    </Card>
  )
}

function Progress({ state: { state, expiresAt, againAt, progress } }: { state: ExportState }) {
  if (state === 'PREPARING' && progress)
    return (
      <div className="grid w-full gap-2">
        <ProgressBar title="We maken je kopie" {...progress} unit="items" />
        <p className="text-small text-ink-soft">Zodra ze klaar is, krijg je een mail.</p>
      </div>
    )
  if (state === 'PREPARING')
    return (
      <Notice tone="waiting" title="We maken je kopie" className="w-full">
        Zodra ze klaar is, krijg je een mail.
      </Notice>
    )
  if (state === 'READY' && expiresAt)
    return (
      <Notice tone="success" title="Je kopie staat klaar" className="w-full">
        De link staat in je mail, tot {formatDate(expiresAt)}.{againAt && ' Een nieuwe kan één keer per dag.'}
      </Notice>
    )
  return null
}
