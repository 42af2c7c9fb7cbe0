import { Markup, type MarkupParts } from '../content/Markup.tsx'
import { shippingParts } from '../content/ShippingPromise.tsx'
import type { LegalSection } from './contract.ts'
import { CookieText } from './CookieText.tsx'
import { anchorOf } from './legalText.rules.ts'
import { RetentionPeriod } from './RetentionPeriod.tsx'
import { CompanyDetails } from '../../ui/shell/CompanyDetails.tsx'
import { useShop } from '../../ui/page/boot.ts'
import { describeCompany } from '../../wire/companyText.ts'

/** The seller's details from the settings. */
const SellerDetails = () => (
  <div className="rounded-inner bg-sunken p-5 max-sm:-mx-3 max-sm:p-4">
    <CompanyDetails company={useShop().company} />
  </div>
)

/** `een eenmanszaak in België` */
const CompanyDescription = () => <>{describeCompany(useShop().company)}</>

/** The contact address; the seller's details when there is none. */
function ContactEmail() {
  const { email } = useShop().company
  return email ? <a href={`mailto:${email}`}>{email}</a> : <>het adres hierboven</>
}

/** The nodes that stand for the placeholders of the legal texts. */
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
