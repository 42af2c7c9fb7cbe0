import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { Card } from '../../ui/components/Card.tsx'
import { Notice } from '../../ui/components/Notice.tsx'
import { PageTitle } from '../../ui/components/PageTitle.tsx'
import { useShop } from '../../ui/page/boot.ts'
import { userMessageOf } from '../../ui/call/call.ts'
import { useLinkToken } from '../../ui/visitor/linkToken.ts'
import { type NoticeLanguage, noticeWords, soldText } from '../../wire/recallText.ts'
import type { Recall } from './contract.ts'
import { openedRecallQuery, recallsQuery } from './hooks.ts'
import { identificationLines, remedyText, toFrench } from './rules.ts'

/** `/terugroepacties`: all recalls; the one of a mailed link first. */
export function RecallsPage() {
  const { data: recalls } = useSuspenseQuery(recallsQuery)
  const token = useLinkToken()
  const { data: own, error } = useQuery({ ...openedRecallQuery(token ?? ''), enabled: Boolean(token) })
  const others = recalls.filter(({ id }) => id !== own?.id)
  return (
    <div className="measure py-10 md:py-16">
      <PageTitle>Terugroepacties</PageTitle>
      <div className="grid max-w-2xl gap-8">
        <header className="grid gap-3">
          <h1 className="display text-title">Terugroepacties</h1>
          <p className="text-lead text-ink-soft">
            Is er iets mis met een product dat we verkochten, dan staat hier wat je moet doen. Wie het kocht,
            krijgt ook een mail.
          </p>
        </header>
        {error && (
          <Notice tone="error" title={userMessageOf(error)}>
            Hieronder staan alle terugroepacties.
          </Notice>
        )}
        {own && (
          <section aria-labelledby="own" className="grid gap-4">
            <h2 id="own" className="display text-heading">
              Dit gaat over je bestelling
            </h2>
            <RecallCard recall={own} Title="h3" />
          </section>
        )}
        {others.length > 0 ? (
          <ul className="grid gap-5">
            {others.map(recall => (
              <li key={recall.id}>
                <RecallCard recall={recall} Title="h2" />
              </li>
            ))}
          </ul>
        ) : (
          !own && <p className="text-ink-soft">Er zijn geen terugroepacties.</p>
        )}
      </div>
    </div>
  )
}

function RecallCard({ recall, Title }: { recall: Recall; Title: 'h2' | 'h3' }) {
  const french = toFrench(recall)
  const PartTitle = Title === 'h2' ? 'h3' : 'h4'
  return (
    <Card className="grid gap-4">
      <div className="flex flex-wrap gap-4">
        {recall.imageUrl !== null && (
          <img
            src={recall.imageUrl}
            alt={`Zo ziet het eruit: ${recall.productName}`}
            className="aspect-4/5 w-24 shrink-0 self-start rounded-inner bg-ground object-contain sm:w-32"
          />
        )}
        <div className="min-w-48 flex-1">
          <p className="font-semibold text-danger">{noticeWords.nl.heading}</p>
          <Title className="text-subheading font-semibold">{recall.productName}</Title>
          <Product recall={recall} language="nl" />
        </div>
      </div>
      <NoticeText recall={recall} language="nl" Title={PartTitle} />
      {french && (
        <section lang="fr" aria-label="Version française" className="grid gap-4 border-t border-line pt-4">
          <div>
            <p className="font-semibold text-danger">{noticeWords.fr.heading}</p>
            <p className="text-subheading font-semibold">{recall.productName}</p>
            <Product recall={french} language="fr" />
          </div>
          <NoticeText recall={french} language="fr" Title={PartTitle} />
        </section>
      )}
    </Card>
  )
}

interface NoticeProps {
  recall: Recall
  language: NoticeLanguage
}

/** The identification of the product, its seller, and the time of sale. */
function Product({ recall, language }: NoticeProps) {
  const { name } = useShop()
  return (
    <ul className="mt-2 text-small text-ink-soft">
      {identificationLines(recall, language).map(line => (
        <li key={line} className="wrap-anywhere whitespace-pre-line">
          {line}
        </li>
      ))}
      <li>{soldText(recall, name, language)}</li>
    </ul>
  )
}

function NoticeText({ recall, language, Title }: NoticeProps & PartTitleProps) {
  const words = noticeWords[language]
  const remedies = remedyText(recall, language)
  return (
    <>
      <Part Title={Title} title={words.hazard} text={recall.hazard} />
      <Part Title={Title} title={words.action} text={`${words.stop} ${recall.action}`} />
      <Part Title={Title} title={words.remedies} text={remedies} />
      <p className="text-ink-soft">
        {words.question}{' '}
        <Link to="/contact" className="underline underline-offset-4">
          {words.contact}
        </Link>
        . {words.passOn}
      </p>
    </>
  )
}

interface PartTitleProps {
  /** One level below that of the card. */
  Title: 'h3' | 'h4'
}

const Part = ({ Title, title, text }: PartTitleProps & { title: string; text: string }) => (
  <div>
    <Title className="text-small font-medium">{title}</Title>
    <p className="wrap-anywhere whitespace-pre-line text-ink-soft">{text}</p>
  </div>
)
