import { Copy, Printer } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useUser } from '../../../people/accounts/hooks.ts'
import { useShop } from '../../../ui/page/boot.ts'
import { copyToClipboard } from '../../../ui/clipboard.ts'
import { formatDate } from '../../../ui/format.ts'
import { Button } from '../../../ui/components/Button.tsx'
import { ButtonLink } from '../../../ui/components/ButtonLink.tsx'
import { Card } from '../../../ui/components/Card.tsx'
import { Notice } from '../../../ui/components/Notice.tsx'
import { PageTitle } from '../../../ui/components/PageTitle.tsx'
import { Skeleton } from '../../../ui/components/Skeleton.tsx'
import { formatCents } from '../../../wire/money.ts'
import { CardChecker } from './CardChecker.tsx'
import { useCodeInLink } from './codeInLink.hooks.ts'
import { formatGiftCardCode } from './code.rules.ts'
import { lastValidMoment } from './day.rules.ts'
import { useCheckGiftCard } from '../hooks.ts'

/** `/cadeaubon`: the card of the mailed link, to print or to copy its code; or a field to see what is left on a card. */
export function GiftCardPage() {
  const code = useCodeInLink()
  return (
    <div className="measure grid justify-items-center py-10 md:py-16 print:block print:p-0">
      <PageTitle>Cadeaubon</PageTitle>
      <div className="grid w-full max-w-xl gap-8">
        {code === undefined && <Skeleton className="h-80" />}
        {code === null && <NoCode />}
        {code && <MailedCard key={code} code={code} />}
      </div>
    </div>
  )
}

const NoCode = () => (
  <>
    <header className="grid gap-3">
      <h1 className="display text-title">Cadeaubon</h1>
      <p className="text-lead text-ink-soft">
        Kijk wat er nog op je bon staat, en tot wanneer hij geldig is.
      </p>
    </header>
    <Card>
      <CardChecker />
    </Card>
    <HowToSpend />
  </>
)

function MailedCard({ code }: { code: string }) {
  const { check, card, message } = useCheckGiftCard()
  const isAsked = useRef(false)
  useEffect(() => {
    if (isAsked.current) return
    isAsked.current = true
    check(code)
  }, [check, code])
  if (message) {
    return (
      <>
        <h1 className="display text-title">Cadeaubon</h1>
        <Notice tone="error" title="Deze bon kunnen we niet tonen">
          {message}
        </Notice>
        <Card>
          <CardChecker />
        </Card>
      </>
    )
  }
  if (!card) return <Skeleton className="h-80" />
  const written = formatGiftCardCode(card.code)
  return (
    <>
      <PaperCard code={written} balance={card.balance} expiresAt={card.expiresAt} />
      <div className="flex flex-wrap gap-3 print:hidden">
        <Button onClick={() => window.print()}>
          <Printer aria-hidden />
          Printen
        </Button>
        <Button
          variant="secondary"
          onClick={() =>
            void copyToClipboard(written, 'Code gekopieerd', 'Selecteer de code en kopieer ze zelf.')
          }
        >
          <Copy aria-hidden />
          Code kopiëren
        </Button>
      </div>
      <HowToSpend />
    </>
  )
}

interface PaperCardProps {
  code: string
  /** Cents. */
  balance: number
  expiresAt: string
}

/** The card, on the screen as on paper: nothing on it says what is sold. */
function PaperCard({ code, balance, expiresAt }: PaperCardProps) {
  const { name } = useShop()
  return (
    <section
      aria-label="Je cadeaubon"
      className="figures grid gap-8 rounded-card border border-line bg-surface p-8 shadow-soft sm:p-12 print:border-2 print:border-ink print:shadow-none"
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h1 className="display text-heading">Cadeaubon</h1>
        <p className="display text-subheading text-ink-soft">{name}</p>
      </div>
      <p className="display text-hero">{formatCents(balance)}</p>
      <div className="grid gap-1 border-t border-line pt-6">
        <p className="text-small text-ink-soft">Code</p>
        <p className="text-subheading font-medium tracking-wider wrap-anywhere select-all">{code}</p>
        <p className="pt-2 text-small text-ink-soft">
          {balance > 0 ? `Geldig tot en met ${formatDate(lastValidMoment(expiresAt))}.` : 'Deze bon is op.'}
        </p>
      </div>
    </section>
  )
}

function HowToSpend() {
  const user = useUser()
  const { name } = useShop()
  return (
    <section className="grid gap-3 text-ink-soft">
      <h2 className="text-subheading font-medium text-ink">Zo gebruik je hem</h2>
      <ol className="grid list-decimal gap-1 pl-5">
        <li>Kies iets bij {name}.</li>
        <li>Vul bij het afrekenen de code in, bij Cadeaubon of tegoed.</li>
        <li>Wat over is, blijft op de bon staan voor een volgende keer.</li>
      </ol>
      <div className="pt-2 print:hidden">
        <ButtonLink to={user ? '/shop' : '/auth'} variant="secondary">
          {user ? 'Naar de winkel' : 'Inloggen of account maken'}
        </ButtonLink>
      </div>
    </section>
  )
}
