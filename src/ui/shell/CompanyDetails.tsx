import type { Company } from '../../wire/company.ts'
import { EmailAddress } from '../components/EmailAddress.tsx'
import { companyAddressLines, companyNameLine, companyNumberLabels } from '../../wire/companyText.ts'

/** The seller and its contact details, which the law requires to be easy to find. Unknown details are omitted. */
export function CompanyDetails({ company }: { company: Company }) {
  const { country, companyNumber, vatNumber, email, phone, complaintsAddress, producerNumbers } = company
  const facts = [
    { label: companyNumberLabels[country], value: companyNumber },
    { label: 'Btw-nummer', value: vatNumber },
    { label: 'E-mail', value: email, href: `mailto:${email}` },
    { label: 'Telefoon', value: phone, href: `tel:${phone?.replaceAll(/[^+\d]/g, '')}` },
    { label: 'Klachten', value: complaintsAddress },
    { label: 'Producent', value: producerNumbers },
  ]
  const known = facts.flatMap(({ value, ...fact }) => (value === null ? [] : [{ value, ...fact }]))
  return (
    <div className="grid content-start gap-2 text-small text-ink-soft">
      <address className="not-italic">
        {[companyNameLine(company), ...companyAddressLines(company)].map((line, index) => (
          <span key={line} className={index === 0 ? 'block font-medium text-ink' : 'block'}>
            {line}
          </span>
        ))}
      </address>
      {known.length > 0 && (
        <dl className="grid gap-0.5">
          {known.map(({ label, value, href }) => (
            // A value that does not fit beside its label gets a line of its own, before it would be broken.
            <div key={label} className="flex flex-wrap gap-x-3">
              <dt className="sm:min-w-50">{label}</dt>
              <dd className="figures min-w-0 wrap-anywhere text-ink">
                {href ? (
                  <a href={href} className={link}>
                    <EmailAddress>{value}</EmailAddress>
                  </a>
                ) : (
                  <EmailAddress>{value}</EmailAddress>
                )}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  )
}

const link = 'underline decoration-line-strong underline-offset-4 hover:decoration-2'
