/** The languages of a notice: Dutch, and French for Belgium. */
export type NoticeLanguage = 'nl' | 'fr'

/**
 * The words of a notice, in the order of Reg. (EU) 2023/988, art. 36(2): its heading, the product, its seller and the time of
 * sale, the hazard, the instructions, the remedies, the contact, and the request to pass it on.
 */
export const noticeWords = {
  nl: {
    heading: 'Productveiligheidsterugroepactie',
    recognize: 'Zo herken je het',
    brand: 'Merk',
    model: 'Model',
    sold: (shopName: string, from: string, until: string) =>
      `Verkocht door de webwinkel ${shopName}, van ${from} tot en met ${until}.`,
    hazard: 'Het gevaar',
    action: 'Wat je moet doen',
    stop: 'Stop meteen met het te gebruiken.',
    remedies: 'Waar je recht op hebt',
    passOn: 'Gaf of leende je het aan een ander, geef dit bericht dan door.',
    question: 'Heb je vragen?',
    contact: 'Neem contact met ons op',
  },
  fr: {
    heading: 'Rappel de produit pour des raisons de sécurité',
    recognize: 'Comment le reconnaître',
    brand: 'Marque',
    model: 'Modèle',
    sold: (shopName: string, from: string, until: string) =>
      `Vendu par la boutique en ligne ${shopName}, du ${from} au ${until}.`,
    hazard: 'Le danger',
    action: 'Ce que vous devez faire',
    stop: 'Cessez immédiatement de l’utiliser.',
    remedies: 'Ce à quoi vous avez droit',
    passOn: 'Si vous l’avez donné ou prêté, transmettez ce message.',
    question: 'Des questions ?',
    contact: 'Contactez-nous',
  },
} as const satisfies Record<NoticeLanguage, object>

const dayFormats = {
  nl: new Intl.DateTimeFormat('nl-NL', { dateStyle: 'long', timeZone: 'UTC' }),
  fr: new Intl.DateTimeFormat('fr-BE', { dateStyle: 'long', timeZone: 'UTC' }),
}

/** When and by whom it was sold. */
export const soldText = (
  { startsOn, endsOn }: { startsOn: string; endsOn: string },
  shopName: string,
  language: NoticeLanguage,
): string => {
  const format = (day: string) => dayFormats[language].format(new Date(`${day}T00:00:00Z`))
  return noticeWords[language].sold(shopName, format(startsOn), format(endsOn))
}

/** As each language writes it. */
export const colons = { nl: ': ', fr: ' : ' } as const
