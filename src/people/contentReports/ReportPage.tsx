import { MailCheck } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/components/Button.tsx'
import { Card } from '../../ui/components/Card.tsx'
import { EmptyState } from '../../ui/components/EmptyState.tsx'
import { PageTitle } from '../../ui/components/PageTitle.tsx'
import { TextField } from '../../ui/forms/TextField.tsx'
import { ReportFields, ReportReceived, useReportForm } from './ReportFields.tsx'

/** `/melden`: reports content without a button of its own, by its address; open to everyone. */
export function ReportPage() {
  const [reference, setReference] = useState<string | null>(null)
  return (
    <div className="measure grid justify-items-center py-10 md:py-16">
      <PageTitle>Inhoud melden</PageTitle>
      <div className="grid w-full max-w-2xl gap-8">
        <header className="grid gap-3">
          <h1 className="display text-title">Inhoud melden</h1>
          <p className="text-lead text-ink-soft">
            Zag je hier iets dat illegaal is, of dat niet hoort? Meld het. Een mens bekijkt het, en binnen 7
            werkdagen hoor je wat we beslissen en waarom.
          </p>
          <p className="text-small text-ink-soft">
            Bij beoordelingen, berichten, profielen, toys en wensen staat ook een knop Melden; die is het
            snelst.
          </p>
          <p className="text-small text-ink-soft">
            Doet iemand zich als creator voor als jou, of doe je dit zelf niet vrijwillig? Kies die reden, en
            vul het adres van het profiel of de weergavenaam in. De creator is dan meteen uit de uitzending
            tot we beslissen. Inloggen hoeft niet.
          </p>
        </header>
        {reference === null ? (
          <PageForm onSent={setReference} />
        ) : (
          <Card role="status">
            <EmptyState
              icon={MailCheck}
              title="We hebben je melding ontvangen"
              action={
                <Button variant="secondary" onClick={() => setReference(null)}>
                  Nog iets melden
                </Button>
              }
            >
              <ReportReceived reference={reference} />
            </EmptyState>
          </Card>
        )}
      </div>
    </div>
  )
}

function PageForm({ onSent }: { onSent: (reference: string) => void }) {
  const { form, isBusy } = useReportForm({ kind: 'PAGE', contentId: '' }, onSent)
  return (
    <Card className="sm:p-8">
      <form onSubmit={form.submit} noValidate method="post" className="grid gap-5">
        <TextField
          form={form}
          name="contentId"
          label="Waar staat het"
          hint="Het adres van de pagina, uit de adresbalk van je browser, of de naam van een creator"
          autoComplete="off"
          inputMode="url"
        />
        <ReportFields form={form} />
        <Button type="submit" busy={isBusy} className="justify-self-start max-sm:w-full">
          Versturen
        </Button>
      </form>
    </Card>
  )
}
