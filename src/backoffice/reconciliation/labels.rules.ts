import { ReconciliationCheck, type ReconciliationFinding } from './contract.ts'

/** How a check is explained to admins. */
interface CheckDescription {
  title: string
  /** The meaning of a finding, in a sentence. */
  meaning: string
  /** The advice about it. */
  advice: string
  /** The page where it is done; of the subject, where its id is one. */
  page?: (subject: string) => string
}

const order = (id: string) => `/admin/orders/${id}`
const refunds = () => '/admin/refunds'
const products = (id: string) => `/admin/products/${id}`
const user = (id: string) => `/admin/users/${id}`
const mails = () => '/admin/mails'
const jobs = () => '/admin/jobs'

export const checkDescriptions: Record<ReconciliationCheck, CheckDescription> = {
  'orders.money': {
    title: 'Geld van een bestelling klopt niet',
    meaning: 'Wat er binnenkwam, min wat terugging, is niet wat de bestelling kostte.',
    advice: 'Vergelijk de betalingen van de bestelling met die bij de betaalprovider.',
    page: order,
  },
  'minutes.money': {
    title: 'Geld van minuten klopt niet',
    meaning: 'Wat er binnenkwam, min wat terugging, is niet wat de minuten kostten.',
    advice: 'Vergelijk de betaling met die bij de betaalprovider.',
    page: refunds,
  },
  'gifts.money': {
    title: 'Geld van een cadeau klopt niet',
    meaning: 'Wat er binnenkwam, min wat terugging, is niet wat het cadeau kostte.',
    advice: 'Vergelijk de betaling met die bij de betaalprovider.',
    page: refunds,
  },
  'payments.refunds': {
    title: 'Meer terugbetaald dan betaald',
    meaning: 'Van een betaling ging meer terug dan er binnenkwam, of ze was nooit betaald.',
    advice: 'Kijk bij de betaalprovider wat er echt terugging.',
    page: refunds,
  },
  'payments.charged': {
    title: 'Terugboekingen tellen niet op',
    meaning: 'De delen van een terugboeking zijn samen niet wat de betaalprovider noemt.',
    advice: 'Kijk bij de betaalprovider hoeveel de bank terugnam.',
  },
  'payments.problem': {
    title: 'Een betaling klopt niet',
    meaning:
      'De betaalprovider noemt iets anders dan wij: een ander bedrag, of een betaling die hij niet kent.',
    advice: 'Zoek de betaling op bij de betaalprovider.',
  },
  'credit.balance': {
    title: 'Tegoed wijkt af van het boek',
    meaning: 'Wat er op een cadeaubon of tegoed staat, is niet de som van wat erbij kwam en eraf ging.',
    advice: 'Blokkeer de cadeaubon en meld het aan de bouwer.',
    page: () => '/admin/gift-cards',
  },
  'credit.payments': {
    title: 'Betaling met tegoed klopt niet',
    meaning: 'Een betaling met een cadeaubon of tegoed hoort niet bij wat eraf ging, of bij haar aankoop.',
    advice: 'Vergelijk de betalingen van de bestelling met de cadeaubon.',
    page: () => '/admin/gift-cards',
  },
  'credit.refunds': {
    title: 'Terugbetaling op tegoed klopt niet',
    meaning: 'Wat terugging naar een cadeaubon of tegoed, staat er niet op.',
    advice: 'Geef de klant het verschil als tegoed, met een reden.',
    page: refunds,
  },
  'credit.issued': {
    title: 'Gekochte cadeaubonnen kloppen niet',
    meaning:
      'Een betaalde bestelling heeft meer of minder cadeaubonnen dan ze betaalde, of van een andere waarde.',
    advice: 'Bekijk de bestelling; een bon die ontbreekt, kun je met een reden geven.',
    page: order,
  },
  'orders.discounts': {
    title: 'Korting van een bestelling klopt niet',
    meaning: 'De kortingen van de acties zijn samen niet die van de regels, of het totaal hoort er niet bij.',
    advice: 'Vergelijk de regels van de bestelling met haar acties.',
    page: order,
  },
  'promotions.uses': {
    title: 'Gebruik van een actie klopt niet',
    meaning: 'Een actie telt meer of minder bestellingen dan er zijn.',
    advice: 'Zet de actie uit als ze een grens heeft, en meld het aan de bouwer.',
    page: () => '/admin/promotions',
  },
  'promotions.orders': {
    title: 'Actie en bestelling horen niet bij elkaar',
    meaning: 'Het gebruik van een actie hoort niet bij de status of de korting van de bestelling.',
    advice: 'Bekijk de bestelling: is ze betaald, geannuleerd of nog open?',
    page: order,
  },
  'promotions.minutes': {
    title: 'Minuten van een actie kloppen niet',
    meaning: 'Een bestelling die onderweg is bracht andere minuten dan de actie beloofde.',
    advice: 'Vergelijk de minuten van de klant met de bestelling, en pas ze aan met een reden.',
    page: order,
  },
  'stock.book': {
    title: 'Voorraad wijkt af van het boek',
    meaning: 'Er ligt volgens de winkel meer of minder dan er is ingeboekt en verkocht.',
    advice: 'Tel het product na en zet de voorraad met een reden.',
    page: products,
  },
  'stock.holds': {
    title: 'Vastgehouden stuks kloppen niet',
    meaning: 'Er staat meer of minder vast dan er voor open bestellingen wordt vastgehouden.',
    advice:
      'Wacht tot de open bestellingen betaald of verlopen zijn. Blijft het staan, meld het dan aan de bouwer.',
    page: products,
  },
  'stock.sales': {
    title: 'Verkochte stuks kloppen niet',
    meaning: 'Van een bestelling ging er meer of minder uit de voorraad dan er verkocht is.',
    advice: 'Vergelijk de regels van de bestelling met de voorraad.',
    page: subject => order(subject.split(' ')[0] ?? subject),
  },
  'stock.codes': {
    title: 'Voorraad van codes klopt niet',
    meaning: 'De voorraad van een product is niet het aantal codes dat nog te koop is.',
    advice: 'Voeg codes toe: de voorraad volgt daarna weer het aantal.',
    page: products,
  },
  'minutes.balance': {
    title: 'Saldo wijkt af van het boek',
    meaning: 'Iemands minuten zijn niet de som van wat erbij kwam en eraf ging.',
    advice: 'Bekijk de minuten van dit account en corrigeer ze met een reden.',
    page: user,
  },
  'minutes.credited': {
    title: 'Minuten niet, of te veel bijgeschreven',
    meaning: 'Gekochte minuten zijn niet bijgeschreven, of wel zonder dat ze betaald zijn.',
    advice: 'Corrigeer de minuten van de koper met een reden.',
  },
  'minutes.refunded': {
    title: 'Terugbetaalde minuten kloppen niet',
    meaning: 'Het geld dat terugging, hoort niet bij de minuten die teruggingen.',
    advice: 'Vergelijk de terugbetaling met de minuten van de koper.',
    page: refunds,
  },
  'earnings.balance': {
    title: 'Verdiensten wijken af van het boek',
    meaning: 'Wat een creator te goed heeft, is niet de som van wat erbij kwam en eraf ging.',
    advice: 'Betaal deze creator nog niet uit, en meld het aan de bouwer.',
    page: user,
  },
  'earnings.chain': {
    title: 'Een regel van een creator is veranderd',
    meaning: 'De controlegetallen van haar verdiensten sluiten niet op elkaar aan.',
    advice: 'Betaal deze creator nog niet uit, en vergelijk haar weekoverzichten met een backup.',
    page: user,
  },
  'earnings.minutes': {
    title: 'Gespeelde minuten zonder verdienste',
    meaning: 'Van minuten is er geen verdienste, of een van een andere prijs.',
    advice: 'Meld het aan de bouwer; de creator heeft er recht op.',
    page: user,
  },
  'earnings.payouts': {
    title: 'Een uitbetaling wijkt af van het boek',
    meaning:
      'Van een uitbetaling, of van een die terugkwam, is er geen regel met hetzelfde bedrag, of andersom.',
    advice: 'Zet geen uitbetaling klaar, en vergelijk haar met je bankafschrift.',
    page: user,
  },
  'orders.invoice': {
    title: 'Factuur ontbreekt',
    meaning: 'Een betaalde bestelling heeft geen factuur van hetzelfde bedrag.',
    advice: 'Kijk bij de taken of het maken van de factuur mislukte, en probeer het opnieuw.',
    page: jobs,
  },
  'orders.mail': {
    title: 'Koper kreeg geen mail',
    meaning: 'Een bestelling is betaald, en er is geen mail die dat zegt.',
    advice: 'Kijk bij de taken of de factuur mislukte: de mail gaat met haar mee.',
    page: jobs,
  },
  'minutes.invoice': {
    title: 'Factuur van minuten ontbreekt',
    meaning: 'Betaalde minuten hebben geen factuur van hetzelfde bedrag.',
    advice: 'Kijk bij de taken of het maken van de factuur mislukte, en probeer het opnieuw.',
    page: jobs,
  },
  'minutes.mail': {
    title: 'Koper van minuten kreeg geen mail',
    meaning: 'Minuten zijn betaald en gefactureerd, en er is geen mail die dat zegt.',
    advice: 'Kijk bij de mails of ze bleef liggen.',
    page: mails,
  },
  'gifts.invoice': {
    title: 'Factuur van een cadeau ontbreekt',
    meaning: 'Een betaald cadeau heeft geen factuur van hetzelfde bedrag.',
    advice: 'Kijk bij de taken of het maken van de factuur mislukte, en probeer het opnieuw.',
    page: jobs,
  },
  'gifts.mail': {
    title: 'Gever van een cadeau kreeg geen mail',
    meaning: 'Een cadeau is betaald en gefactureerd, en er is geen mail die dat zegt.',
    advice: 'Kijk bij de mails of ze bleef liggen.',
    page: mails,
  },
  'mails.failed': {
    title: 'Een mail is opgegeven',
    meaning: 'De mailserver weigerde een mail, of nam ze een week lang niet aan.',
    advice: 'Lees bij de mails waarom, verbeter het adres en stuur ze opnieuw.',
    page: mails,
  },
  'refunds.credit': {
    title: 'Creditnota ontbreekt',
    meaning: 'Er ging geld terug, en er is geen creditnota van dat bedrag.',
    advice: 'Kijk bij de taken of het maken ervan mislukte, en probeer het opnieuw.',
    page: jobs,
  },
  'refunds.failed': {
    title: 'Een terugbetaling kwam niet aan',
    meaning: 'De klant heeft nog geld van ons tegoed.',
    advice: 'Betaal opnieuw terug, of met de hand, en noteer dat.',
    page: refunds,
  },
  'refunds.unsent': {
    title: 'Een terugbetaling wacht te lang',
    meaning: 'Geld dat terug moet, is nog niet vertrokken.',
    advice: 'Kijk of de betaalprovider werkt; wat met de hand moet, noteer je als gedaan.',
    page: refunds,
  },
  'refunds.twice': {
    title: 'Mogelijk twee keer terugbetaald',
    meaning: 'Iemand betaalde met de hand terug, en de betaalprovider deed het ook.',
    advice: 'Vraag de klant het dubbele terug, of boek het af.',
    page: refunds,
  },
  'invoices.vat': {
    title: 'Btw op een factuur klopt niet',
    meaning:
      'De btw van de regels is niet die van de tarieven, een tarief niet dat van het land, de soort en de dag, of creditnota’s nemen meer terug dan er was.',
    advice: 'Doe er nog geen aangifte mee en meld het aan de bouwer.',
  },
  'invoices.peppol': {
    title: 'Factuur van een bedrijf is niet verstuurd',
    meaning:
      'Een factuur van een Belgisch bedrijf hoort via Peppol te gaan, en is niet vertrokken of nooit bevestigd.',
    advice: 'Kijk bij de taken en bij het access point waarom, en verstuur ze bij de bestelling opnieuw.',
    page: () => '/admin/reports',
  },
  'invoices.corrected': {
    title: 'Een correctie van btw klopt niet',
    meaning:
      'Een factuur zonder btw kwam in de plaats van een andere, en de creditnota of wat er terugging past er niet bij.',
    advice: 'Doe er nog geen aangifte mee en meld het aan de bouwer.',
  },
  'invoices.series': {
    title: 'Een factuurnummer ontbreekt',
    meaning: 'De reeks van een jaar heeft een gat. De fiscus verwacht er geen.',
    advice: 'Meld dit aan de bouwer voordat er iets hersteld wordt.',
  },
  'periods.closed': {
    title: 'Een gesloten kwartaal is veranderd',
    meaning: 'De facturen van een gesloten kwartaal zijn niet meer die van toen het gesloten werd.',
    advice: 'Meld dit aan de bouwer voordat er iets hersteld wordt.',
    page: () => '/admin/reports',
  },
}

/** For a finding of a check that no longer exists. */
const unknownCheck: CheckDescription = {
  title: 'Iets klopt niet',
  meaning: 'Een eerdere versie van de winkel vond dit.',
  advice: 'Laat de boekhouding opnieuw nakijken.',
}

export function describeFinding({ check, subject }: Pick<ReconciliationFinding, 'check' | 'subject'>) {
  const known = ReconciliationCheck.safeParse(check)
  const { page, ...words } = known.success ? checkDescriptions[known.data] : unknownCheck
  return { ...words, to: page?.(subject) ?? null }
}
