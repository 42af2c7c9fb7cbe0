import { useQuery } from '@tanstack/react-query'
import { MailCheck } from 'lucide-react'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useUser } from '../../people/accounts/hooks.ts'
import { ordersQuery } from '../../shop/orders/hooks.ts'
import { ContactForm } from '../../shop/support/ContactForm.tsx'
import type { ConversationSummary } from '../../shop/support/contract.ts'
import { conversationsQuery } from '../../shop/support/hooks.ts'
import {
  contactTopicLabels,
  conversationStatusLabels,
  ownStatusLabels,
} from '../../shop/support/labels.rules.ts'
import { useShop } from '../../ui/page/boot.ts'
import { Badge } from '../../ui/components/Badge.tsx'
import { Button } from '../../ui/components/Button.tsx'
import { Card } from '../../ui/components/Card.tsx'
import { EmptyState } from '../../ui/components/EmptyState.tsx'
import { PageTitle } from '../../ui/components/PageTitle.tsx'
import { formatDate } from '../../ui/format.ts'

/** `/contact`: writing to the shop, open to everyone; a member also finds earlier messages here. */
export function ContactPage() {
  const user = useUser()
  const { data: conversations = [] } = useQuery({ ...conversationsQuery, enabled: user !== null })
  return (
    <div className="measure grid justify-items-center py-10 md:py-16">
      <PageTitle>Contact</PageTitle>
      <div className="grid w-full max-w-2xl gap-8">
        <Intro />
        <ContactCard key={user?.id ?? 'visitor'} />
        {conversations.length > 0 && <OwnConversations conversations={conversations} />}
      </div>
    </div>
  )
}

const Intro = () => (
  <header className="grid gap-3">
    <h1 className="display text-title">Contact</h1>
    <p className="text-lead text-ink-soft">
      Een vraag of een klacht: schrijf ons. We antwoorden binnen 5 werkdagen, per mail.
    </p>
    <p className="text-small text-ink-soft">
      Wil je van een aankoop afzien? Dat gaat sneller{' '}
      <Link to="/herroepen" className="underline underline-offset-4 hover:decoration-2">
        op deze pagina
      </Link>
      . Zag je hier iets dat illegaal is of niet hoort? Dat meld je{' '}
      <Link to="/melden" className="underline underline-offset-4 hover:decoration-2">
        hier
      </Link>
      . Onze contactpunten, ook voor autoriteiten, en wie helpt als we er samen niet uitkomen, staan bij{' '}
      <Link to="/klachten" className="underline underline-offset-4 hover:decoration-2">
        klachten
      </Link>
      .
    </p>
  </header>
)

/** The form; once it is sent, the reference in its place. */
function ContactCard() {
  const user = useUser()
  const [search] = useSearchParams()
  const { data: orders = [] } = useQuery({ ...ordersQuery, enabled: user !== null })
  const [reference, setReference] = useState<string | null>(null)
  if (reference !== null) return <Received reference={reference} onAgain={() => setReference(null)} />
  // The link on an order's page.
  const wanted = orders.find(({ number }) => number === search.get('order'))
  return (
    <Card className="grid gap-5 sm:p-8">
      {user && (
        <p className="text-small text-ink-soft">
          Je schrijft als <span className="font-medium wrap-anywhere text-ink">{user.email}</span>. Daar
          antwoorden we ook.
        </p>
      )}
      <ContactForm
        // The orders may come later than the form.
        key={wanted?.id ?? ''}
        initial={{
          ...(wanted && { topic: 'ORDER' as const }),
          text: '',
          name: '',
          email: '',
          orderId: wanted?.id ?? '',
          orderNumber: user ? '' : (search.get('order') ?? ''),
          website: '',
        }}
        isSignedIn={user !== null}
        orders={orders}
        onSent={setReference}
      />
    </Card>
  )
}

const Received = ({ reference, onAgain }: { reference: string; onAgain: () => void }) => {
  const { name } = useShop()
  return (
    <Card role="status">
      <EmptyState
        icon={MailCheck}
        title="We hebben je bericht ontvangen"
        action={
          <Button variant="secondary" onClick={onAgain}>
            Nog een bericht schrijven
          </Button>
        }
      >
        Het kenmerk is <strong className="figures font-semibold text-ink">{reference}</strong>. {name} mailt
        je een bevestiging, en binnen 5 werkdagen een antwoord.
      </EmptyState>
    </Card>
  )
}

const OwnConversations = ({ conversations }: { conversations: ConversationSummary[] }) => (
  <section aria-labelledby="own-conversations" className="grid gap-4">
    <h2 id="own-conversations" className="display text-heading">
      Je berichten
    </h2>
    <ul className="divide-y divide-line rounded-card border border-line bg-surface">
      {conversations.map(({ id, reference, topic, status, lastMessageAt }) => (
        <li key={id}>
          <Link
            to={`/contact/gesprek/${id}`}
            className="flex flex-wrap items-center gap-x-4 gap-y-1 px-5 py-4 transition-colors hover:bg-ink/4"
          >
            <span className="grid grow gap-0.5">
              <span className="font-medium">{contactTopicLabels[topic]}</span>
              <span className="figures text-small text-ink-faint">
                {reference}, {formatDate(lastMessageAt)}
              </span>
            </span>
            <Badge tone={conversationStatusLabels[status].tone}>{ownStatusLabels[status]}</Badge>
          </Link>
        </li>
      ))}
    </ul>
  </section>
)
