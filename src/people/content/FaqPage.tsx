import { useSuspenseQuery } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { JsonLd } from '../../ui/components/JsonLd.tsx'
import { useShop } from '../../ui/page/boot.ts'
import { PageMeta } from '../../ui/components/PageMeta.tsx'
import { shippingPromise } from '../../wire/shippingText.ts'
import type { FaqContent } from './contract.ts'
import { faqQuery } from './hooks.ts'
import { toPlainText } from './markup.rules.ts'
import { Markup } from './Markup.tsx'
import { shippingParts } from './ShippingPromise.tsx'

/** `/faq` */
export function FaqPage() {
  const { data: content } = useSuspenseQuery(faqQuery)
  const shop = useShop()
  return (
    <div className="measure max-w-[46rem] py-10 md:py-16">
      <PageMeta
        title="Veelgestelde vragen"
        description="Over bezorgen, herroepen, minuten en wat we van je bewaren."
        path="/faq"
      />
      <JsonLd data={toFaqJsonLd(content, shippingPromise(shop))} />
      <h1 className="display text-title">Veelgestelde vragen</h1>
      <FaqList content={content} />
    </div>
  )
}

/** The questions, each of which opens its answer; also the preview of them. */
export const FaqList = ({ content: { intro, questions } }: { content: FaqContent }) => (
  <>
    <div className="mt-4 text-lead text-ink-soft">
      <Markup text={intro} parts={shippingParts} headings="h2" />
    </div>
    <div className="mt-8 divide-y divide-line border-y border-line">
      {questions.map(({ question, answer }) => (
        <details key={question} className="group">
          <summary className="flex min-h-14 cursor-pointer list-none items-center gap-4 py-3 font-medium [&::-webkit-details-marker]:hidden">
            <h2 className="grow text-base">{question}</h2>
            <ChevronDown
              className="size-5 shrink-0 text-ink-faint transition-transform group-open:rotate-180"
              aria-hidden
            />
          </summary>
          <div className="prose grid gap-4 pb-5 text-ink-soft">
            <Markup text={answer} parts={shippingParts} />
          </div>
        </details>
      ))}
    </div>
  </>
)

/** Schema.org's FAQPage. */
const toFaqJsonLd = ({ questions }: FaqContent, verzending: string) => ({
  '@context': 'https://schema.org',
  '@type': 'FAQPage',
  mainEntity: questions.map(({ question, answer }) => ({
    '@type': 'Question',
    name: question,
    acceptedAnswer: { '@type': 'Answer', text: toPlainText(answer, { verzending }) },
  })),
})
