import type { ReactNode } from 'react'

interface Stored {
  name: string
  kind: string
  what: ReactNode
  lasts: string
}

/** Everything that stays in a browser; it must be all of it. */
const stored: Stored[] = [
  { name: 'gloed_session', kind: 'Noodzakelijk', what: 'Dat je ingelogd bent.', lasts: '30 dagen' },
  {
    name: 'gloed_device',
    kind: 'Noodzakelijk',
    what: 'Dat je hier eerder inlogde, zodat anderen je account niet kunnen ophouden met verkeerde wachtwoorden.',
    lasts: '1 jaar',
  },
  {
    name: 'cookie-consent, cookie-preferences',
    kind: 'Noodzakelijk',
    what: 'Wat je over cookies koos.',
    lasts: 'Tot je het wist',
  },
  {
    name: 'Half ingevulde formulieren',
    kind: 'Noodzakelijk',
    what: 'Je adres bij het bestellen, en waar je mee bezig was toen je moest inloggen.',
    lasts: 'Tot je het tabblad sluit',
  },
  { name: 'Wachtrij', kind: 'Noodzakelijk', what: 'Dat je op een toy wacht.', lasts: 'Tot je beurt' },
  {
    name: 'gloed_theme',
    kind: 'Functioneel',
    what: 'Of je licht of donker koos. Zonder toestemming tot je de browser sluit.',
    lasts: '1 jaar',
  },
  {
    name: 'Eigen patronen',
    kind: 'Functioneel',
    what: 'Wat je op Live Control opnam. Zonder toestemming tot je het tabblad sluit.',
    lasts: 'Tot je het wist',
  },
]

/** What stays in the browser, by name. */
export const CookieText = () => (
  <>
    <p>
      Noodzakelijke cookies staan altijd aan: zonder werkt de winkel niet. Al het andere staat uit tot je het
      aanzet, en gaat weer uit zodra je dat wilt. Cookies van anderen gebruiken we niet.
    </p>
    <div className="overflow-x-auto">
      <table className="w-full text-left text-small">
        <caption className="sr-only">Wat er in je browser bewaard wordt</caption>
        <thead className="border-b border-line text-ink-soft">
          <tr>
            <th scope="col" className="py-2 pr-4 font-medium">
              Naam
            </th>
            <th scope="col" className="py-2 pr-4 font-medium">
              Soort
            </th>
            <th scope="col" className="py-2 pr-4 font-medium">
              Waarvoor
            </th>
            <th scope="col" className="py-2 font-medium">
              Hoe lang
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {stored.map(({ name, kind, what, lasts }) => (
            <tr key={name} className="align-top">
              <th scope="row" className="py-2.5 pr-4 font-medium">
                {name}
              </th>
              <td className="py-2.5 pr-4">{kind}</td>
              <td className="min-w-48 py-2.5 pr-4">{what}</td>
              <td className="py-2.5 whitespace-nowrap">{lasts}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  </>
)
