import { Fragment } from 'react'
import type { Company } from '../../wire/company.ts'
import { companyAddressLines, companyNameLine, companyNumberLabels } from '../../wire/companyText.ts'

/** The seller and its contact details, which the law requires to be easy to find. Unknown details are omitted. */
export function CompanyDetails({ company }: { company: Company }) {
  const { country, companyNumber, vatNumber, email, phone, complaintsAddress } = company
  const facts = [
    { label: companyNumberLabels[country], value: companyNumber },
    { label: 'Btw-nummer', value: vatNumber },
    { label: 'E-mail', value: email, href: `mailto:${email}` },
    { label: 'Telefoon', value: phone, href: `tel:${phone?.replaceAll(/[^+\d]/g, '')}` },
    { label: 'Klachten', value: complaintsAddress },
  ]
  const known = facts.filter(({ value }) => value !== null)
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
        <dl className="grid grid-cols-[fit-content(50%)_1fr] gap-x-3 gap-y-0.5 wrap-anywhere">
          {known.map(({ label, value, href }) => (
            <Fragment key={label}>
              <dt>{label}</dt>
              <dd className="figures text-ink">
                {href ? (
                  <a href={href} className={link}>
                    {value}
                  </a>
                ) : (
                  value
                )}
              </dd>
            </Fragment>
          ))}
        </dl>
      )}
    </div>
  )
}

const link = 'underline decoration-line-strong underline-offset-4 hover:decoration-2'
