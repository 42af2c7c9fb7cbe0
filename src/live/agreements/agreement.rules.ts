import { defineLegalText } from '../../people/legal/legalText.rules.ts'
import type { LegalContent } from '../../people/legal/contract.ts'
import { companyAddressLines, companyNameLine, describeCompany } from '../../wire/companyText.ts'
import type { Company } from '../../wire/company.ts'

/** The agreement with a creator until an admin publishes another one. A lawyer has to read it before the shop opens: see the go-live list. */
export const creatorAgreementContent = defineLegalText({
  key: 'legal.creatorAgreement',
  title: 'Overeenkomst voor creators',
  path: '/studio/creator',
  placeholders: [],
  intro: `Wat er mag, wat we vastleggen, en hoe je stopt. Lees dit rustig, en teken alleen als je het ermee eens bent.`,
  sections: [
    {
      id: 'partijen',
      title: 'Wie deze overeenkomst sluiten',
      text: `Jij, de creator, en deze winkel, {bedrijf}:

{verkoper}

Je bent 18 jaar of ouder, je doet dit uit vrije wil, en niemand dwingt je of beslist voor je.`,
    },
    {
      id: 'vrij',
      title: 'Jij beslist wanneer, met wie en wat',
      text: `- Jij kiest of en wanneer je in de uitzending bent. Er zijn geen vaste uren en geen minimum.
- Jij kiest met wie: je mag iedereen weigeren en blokkeren, zonder reden.
- Jij kiest wat er met je toy mag, en hoe sterk. Niemand kan over je maximum heen.
- Je mag ook elders werken. We vragen geen exclusiviteit.
- Er zijn geen boetes: niet voor weigeren, niet voor stoppen, niet voor wegblijven en niet voor weggaan.`,
    },
    {
      id: 'wat',
      title: 'Wat er met je mag gebeuren',
      text: `Een klant met minuten bedient tijdens een sessie de toy die jij in de uitzending zette, binnen wat jij instelde. Meer niet. Er hoort geen beeld of geluid bij, en niets buiten deze winkel.

Voor elke sessie is er een aftelling, waarin je kunt weigeren.`,
    },
    {
      id: 'stoppen',
      title: 'Hoe je stopt',
      text: `- Je stopt een sessie op elk moment: in je studio, vanuit een bericht op je telefoon of met je stoplink. Je toy staat binnen enkele seconden stil.
- De klant krijgt dan één neutrale zin te lezen, en niet waarom.
- Je trekt deze overeenkomst in wanneer je wilt, in je studio. Dat werkt meteen: een sessie die loopt, eindigt.
- Ook als je geschorst bent of weggaat, blijven de stop, de kopie van je gegevens en wat je nog krijgt voor je beschikbaar.`,
    },
    {
      id: 'vastleggen',
      title: 'Wat we vastleggen',
      text: `Van elke sessie bewaren we met welke toy, hoe lang, wie ze beëindigde en waar je mee instemde. Hoe sterk de toy liep, bewaren we nergens. We nemen geen beeld of geluid op.

We leggen vast welke versie van deze overeenkomst je tekende en wanneer. We bewaren ze {bewaartermijn} als bewijs. Wie je bent, ziet een klant nooit.`,
    },
    {
      id: 'geld',
      title: 'Prijs en aandeel',
      text: `De winkel bepaalt wat een minuut kost. Van wat klanten met je spelen, krijg je het aandeel dat we je tonen voordat je begint. Verandert dat aandeel, dan hoor je het vooraf, en kun je weigeren door in te trekken.

Je doet zelf aangifte van wat je verdient.`,
    },
    {
      id: 'regels',
      title: 'Wat niet mag',
      text: `- Iemand jonger dan 18 laten meedoen of meekijken.
- De toy door iemand anders laten dragen zonder dat die zelf creator is.
- Je account door iemand anders laten gebruiken.
- Iets doen dat de wet verbiedt.

Gebeurt dit toch, dan mogen we je schorsen. Je hoort dan altijd waarom.`,
    },
    {
      id: 'klachten',
      title: 'Klachten en bezwaar',
      text: `Ben je het niet eens met een beslissing van ons, dan maak je bezwaar bij “Mijn creatoraccount”. Als het kan, beslist iemand anders dan wie de eerste beslissing nam. Een klacht over ons of over een klant lossen we op [zoals hier staat](/klachten). Je bereikt ons op {contact}. Je kunt altijd naar de rechter.`,
    },
    {
      id: 'wijzigen',
      title: 'Een nieuwe tekst',
      text: `Verandert deze tekst, dan vragen we je om de nieuwe te tekenen. Je hebt daar 30 dagen de tijd voor. Teken je niet, dan ga je daarna uit de uitzending, en verder verandert er niets.`,
    },
  ],
})

/** For how long a creator may go on without having signed a new text. */
const SIGN_AGAIN_DAYS = 30

export const signAgainUntil = (publishedAt: Date): Date =>
  new Date(publishedAt.getTime() + SIGN_AGAIN_DAYS * 86_400_000)

interface AgreementFacts {
  company: Company
  retentionYears: number
}

/** The agreement in the words that are signed: with the company's details in it, because they may change later. */
export function fillAgreement(
  { intro, sections }: LegalContent,
  { company, retentionYears }: AgreementFacts,
): LegalContent {
  const seller = [companyNameLine(company), ...companyAddressLines(company), company.companyNumber]
  const parts: Record<string, string> = {
    verkoper: seller.filter(Boolean).join(', '),
    bedrijf: describeCompany(company),
    contact: company.email ?? 'het adres hierboven',
    bewaartermijn: `${retentionYears} jaar`,
  }
  const fill = (text: string) =>
    text.replaceAll(/\{(\w+)\}/g, (braced, name: string) => parts[name] ?? braced)
  return { intro: fill(intro), sections: sections.map(section => ({ ...section, text: fill(section.text) })) }
}

/** One text of an agreement, of which the hash is kept. */
export const agreementText = ({ intro, sections }: LegalContent): string =>
  [intro, ...sections.map(({ title, text }, index) => `${index + 1}. ${title}\n\n${text}`)].join('\n\n')
