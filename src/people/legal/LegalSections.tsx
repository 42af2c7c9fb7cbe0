import { Markup, type MarkupParts } from '../content/Markup.tsx'
import { shippingParts } from '../content/ShippingPromise.tsx'
import type { LegalSection } from './contract.ts'
import { CookieText } from './CookieText.tsx'
import { anchorOf } from './legalText.rules.ts'
import { RetentionPeriod } from './RetentionPeriod.tsx'
import { CompanyDescription, ContactEmail, SellerDetails } from './SellerDetails.tsx'

/** What stands for the placeholders of the legal texts. */
export const legalParts: MarkupParts = {
  verkoper: <SellerDetails />,
  bedrijf: <CompanyDescription />,
  contact: <ContactEmail />,
  bewaartermijn: <RetentionPeriod />,
  cookies: <CookieText />,
  ...shippingParts,
}

/** The numbered sections of a legal text; also the preview of them. */
export const LegalSections = ({ sections }: { sections: LegalSection[] }) =>
  sections.map((section, index) => {
    const id = anchorOf(section, index)
    return (
      <section key={id} aria-labelledby={id} className="prose grid gap-4">
        <h2 id={id} className="display scroll-mt-24 text-heading">
          {index + 1}. {section.title}
        </h2>
        <Markup text={section.text} parts={legalParts} />
      </section>
    )
  })
