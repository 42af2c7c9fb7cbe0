import { useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import { earningTermsQuery } from '../../money/earnings/hooks.ts'
import { Finality, ShareList } from '../../money/earnings/Terms.tsx'
import { Markup } from '../../people/content/Markup.tsx'
import { useApiForm } from '../../ui/call/apiForm.ts'
import { Button } from '../../ui/components/Button.tsx'
import { Notice } from '../../ui/components/Notice.tsx'
import { Skeleton } from '../../ui/components/Skeleton.tsx'
import { Checkbox } from '../../ui/forms/Checkbox.tsx'
import { formatDate } from '../../ui/format.ts'
import type { Agreement, AgreementSignature } from './contract.ts'
import { agreementQuery, useSignAgreement } from './hooks.ts'

/** The agreement to read and sign; one that is signed already is only shown. */
export function AgreementStep({ onSigned }: { onSigned: () => void }) {
  const { data: agreement } = useQuery(agreementQuery)
  if (!agreement) return <Skeleton className="h-96" />
  return (
    <div className="grid grid-cols-1 gap-5">
      <AgreementText agreement={agreement} />
      <Earnings />
      {agreement.isSigned ? (
        <Notice tone="info" title="Je hebt deze versie getekend">
          Je leest en downloadt ze terug bij Mijn creatoraccount.
        </Notice>
      ) : (
        // Another text begins without the tick that was for the one before.
        <SignForm key={agreement.textHash} agreement={agreement} onSigned={onSigned} />
      )}
    </div>
  )
}

/** Her share and when it is certain, before she signs. */
function Earnings() {
  const { data: terms } = useQuery(earningTermsQuery)
  if (!terms) return null
  return (
    <section
      aria-labelledby="your-share"
      className="grid gap-4 rounded-card border border-line bg-surface p-5 sm:p-8"
    >
      <h3 id="your-share" className="display text-subheading">
        Wat je verdient
      </h3>
      <ShareList shares={terms.shares} />
      <Finality finalDays={terms.finalDays} />
    </section>
  )
}

const AgreementText = ({ agreement: { label, publishedAt, body } }: { agreement: Agreement }) => (
  <div
    role="region"
    aria-label="Overeenkomst"
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- whoever has no mouse scrolls it by keys
    tabIndex={0}
    className="grid max-h-[60dvh] gap-6 overflow-y-auto rounded-card border border-line bg-surface p-5 sm:p-8"
  >
    <p className="text-small text-ink-soft">
      Versie {label}
      {publishedAt && `, van ${formatDate(publishedAt)}`}
    </p>
    <div className="prose grid gap-4">
      <Markup text={body.intro} />
    </div>
    {body.sections.map(({ id, title, text }, index) => (
      <section key={id || title} className="prose grid gap-3">
        <h3 className="display text-subheading">
          {index + 1}. {title}
        </h3>
        <Markup text={text} />
      </section>
    ))}
  </div>
)

function SignForm({ agreement, onSigned }: { agreement: Agreement; onSigned: () => void }) {
  const { version, textHash } = agreement
  const sign = useSignAgreement(onSigned)
  const form = useApiForm<z.input<typeof AgreementSignature>, z.output<typeof AgreementSignature>>(
    async () => (await import('./contract.ts')).AgreementSignature,
    { isAgreed: false },
    (input, onError) => sign.mutate({ ...input, version, textHash }, { onError }),
  )
  return (
    <form onSubmit={form.submit} noValidate method="post" className="grid gap-5">
      <Checkbox error={form.errors.isAgreed?.message} {...form.register('isAgreed')}>
        Ik heb de overeenkomst gelezen, ik ga ermee akkoord en doe dit uit vrije wil.
      </Checkbox>
      <Button type="submit" busy={sign.isPending} className="justify-self-start max-sm:w-full">
        Tekenen
      </Button>
    </form>
  )
}
