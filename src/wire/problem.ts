import { generalProblems } from './generalProblems.ts'

/**
 * All problems of the API: code → status and Dutch message, shared by server and browser.
 */
export const problems = {
  ...generalProblems,
  INVALID_INPUT: { status: 400, message: 'Controleer de ingevulde gegevens.' },
  MALFORMED_REQUEST: { status: 400, message: 'Dit verzoek kunnen we niet lezen.' },
  QUANTITY_LIMIT: { status: 400, message: 'Je kunt hoogstens 99 stuks per product bestellen.' },
  TOKEN_INVALID: { status: 400, message: 'Deze link is niet meer geldig.' },
  INVALID_CREDENTIALS: { status: 401, message: 'E-mailadres of wachtwoord klopt niet.' },
  INVALID_CODE: { status: 401, message: 'Deze code klopt niet.' },
  INVALID_PASSKEY: { status: 401, message: 'Deze passkey herkennen we niet.' },
  LOGIN_EXPIRED: { status: 401, message: 'Dit duurde te lang. Log opnieuw in.' },
  INSUFFICIENT_MINUTES: {
    status: 402,
    message: 'Je hebt meer dan 2 minuten nodig om een sessie te starten.',
  },
  LOW_BALANCE: { status: 402, message: 'Je minuten zijn bijna op. Koop minuten bij om verder te gaan.' },
  NOT_BOUGHT: { status: 403, message: 'Je kunt alleen beoordelen wat je hier gekocht hebt.' },
  ACCOUNT_PROOF_NEEDED: {
    status: 403,
    message: 'Vul het wachtwoord van dit account in. Heb je het niet zelf gemaakt? Verwijder het dan.',
  },
  WRONG_PASSWORD: { status: 403, message: 'Dit wachtwoord klopt niet.' },
  CONFIRMATION_NEEDED: { status: 403, message: 'Bevestig eerst dat jij het bent. Er is nog niets gedaan.' },
  TWO_FACTOR_REQUIRED: { status: 403, message: 'Stel eerst tweestapsverificatie in.' },
  ACCOUNT_CLOSED: { status: 403, message: 'Dit account is gesloten. Je gegevens worden gewist.' },
  ACCOUNT_SUSPENDED: {
    status: 403,
    message: 'Dit account is geschorst. Waarom, en wat je kunt doen, staat in onze mail aan jou.',
  },
  FORBIDDEN: { status: 403, message: 'Je hebt geen toestemming om dit te doen.' },
  MUTED: { status: 403, message: 'Deze persoon ontvangt nu geen berichten van je.' },
  CROSS_SITE: { status: 403, message: 'Dit verzoek kwam niet van onze eigen site.' },
  ALREADY_REVIEWED: { status: 409, message: 'Je hebt dit product al beoordeeld.' },
  ACCOUNT_IN_USE: {
    status: 409,
    message:
      'Dit account wordt gebruikt, dus we kunnen het niet zomaar sluiten. Neem contact met ons op, dan lossen we het samen op.',
  },
  EMAIL_TAKEN: { status: 409, message: 'Er is al een account met dit e-mailadres.' },
  IN_STOCK: { status: 409, message: 'Dit is er weer: je kunt het meteen bestellen.' },
  INSUFFICIENT_STOCK: { status: 409, message: 'Onvoldoende voorraad' },
  PRICE_CHANGED: {
    status: 409,
    message: 'De prijs is veranderd. Controleer het bedrag en bevestig opnieuw.',
  },
  STOCK_RESERVED: { status: 409, message: 'Er staan meer stuks vast voor open bestellingen.' },
  STOCK_CHANGED: {
    status: 409,
    message: 'De voorraad is intussen veranderd. Kijk nog eens en probeer het opnieuw.',
  },
  SETTINGS_CHANGED: {
    status: 409,
    message: 'Iemand anders heeft de instellingen intussen gewijzigd. Vergelijk en bewaar opnieuw.',
  },
  CONTENT_CHANGED: {
    status: 409,
    message:
      'Iemand anders heeft deze tekst intussen bewaard of gepubliceerd. Open haar opnieuw en vergelijk.',
  },
  TERMS_CHANGED: {
    status: 409,
    message: 'Onze voorwaarden zijn vernieuwd. Lees ze en ga akkoord; daarna kun je verder.',
  },
  PRODUCT_CHANGED: {
    status: 409,
    message: 'Iemand anders heeft dit product intussen gewijzigd. Vergelijk en kies wat blijft.',
  },
  SKU_TAKEN: { status: 409, message: 'Er is al een product met deze SKU.' },
  SLUG_TAKEN: { status: 409, message: 'Er is al een categorie met dit adres.' },
  CODE_TAKEN: { status: 409, message: 'Er is al een actie met deze code.' },
  CREDIT_CHANGED: {
    status: 409,
    message: 'Wat je nog moet betalen, is veranderd. Controleer het bedrag en bevestig opnieuw.',
  },
  CREDIT_TOO_LOW: { status: 409, message: 'Zoveel tegoed is er niet.' },
  GIFT_CARD_USED: { status: 409, message: 'Met deze cadeaubon is al betaald.' },
  GIFT_CARD_ENDED: { status: 409, message: 'Deze cadeaubon is op, verlopen of geblokkeerd.' },
  PROMOTION_CHANGED: {
    status: 409,
    message: 'Iemand anders heeft deze actie intussen gewijzigd. Open haar opnieuw en vergelijk.',
  },
  PROMOTION_USED: {
    status: 409,
    message: 'Deze actie is al gebruikt. Zet haar uit: dan blijft te zien wat ze opleverde.',
  },
  LABELS_NOT_READY: {
    status: 409,
    message:
      'Er is nog geen vervoerder ingesteld, of geen adres van je bedrijf: dat staat als afzender op elk label.',
  },
  LABEL_EXISTS: { status: 409, message: 'Er is al een label voor deze bestelling.' },
  PEPPOL_NOT_READY: {
    status: 409,
    message: 'Er is geen access point ingesteld, waarlangs facturen over Peppol gaan.',
  },
  NOT_SENT: { status: 409, message: 'Deze bestelling is nog niet verzonden.' },
  NOT_SHIPPED_THERE: { status: 409, message: 'Hierheen verzenden we niet. Kies een ander adres.' },
  CATEGORY_IN_USE: { status: 409, message: 'Er zitten nog producten in deze categorie.' },
  ORDER_NOT_PAYABLE: { status: 409, message: 'Deze bestelling kan niet meer betaald worden.' },
  ORDER_NOT_PAID: { status: 409, message: 'Voor deze bestelling is nog niets betaald.' },
  ORDER_REFUNDED: {
    status: 409,
    message: 'Deze bestelling is geannuleerd en terugbetaald. Ze kan niet meer geopend worden.',
  },
  ORDER_NOT_CANCELLABLE: {
    status: 409,
    message: 'Deze bestelling kan niet meer geannuleerd worden: we zijn er al mee bezig.',
  },
  ORDER_CANCELLED: { status: 409, message: 'Deze bestelling is geannuleerd. Er valt niets meer te pakken.' },
  ITEMS_NOT_PICKED: { status: 409, message: 'Nog niet alle items zijn gepickt.' },
  TRACKING_REQUIRED: { status: 409, message: 'Tracking informatie vereist' },
  GIFT_GIVEN: { status: 409, message: 'Dit cadeau is al gegeven.' },
  GIFT_HELD: {
    status: 409,
    message: 'Iemand anders rekent dit cadeau nu af. Probeer het over een half uur opnieuw.',
  },
  REFUND_TOO_LARGE: { status: 409, message: 'Zoveel is er niet meer terug te geven.' },
  NOT_ADMITTED: { status: 409, message: 'Je kunt nu niet in de uitzending.' },
  NOT_ON_MENU: { status: 409, message: 'Dat staat niet op haar menu.' },
  NOT_RECEIVING: { status: 409, message: 'Ze ontvangt nu niet iedereen.' },
  TOY_BUSY: { status: 409, message: 'Deze toy is op dit moment bezet.' },
  TOY_FREE: { status: 409, message: 'Deze toy is vrij. Je kunt meteen starten.' },
  QUEUED_ELSEWHERE: { status: 409, message: 'Je staat al in de rij voor een andere toy. Verlaat die eerst.' },
  TOY_OFFLINE: { status: 409, message: 'Deze toy is offline.' },
  SESSION_EXISTS: { status: 409, message: 'Je hebt al een sessie lopen.' },
  NO_ACTIVE_SESSION: {
    status: 409,
    message: "Geen actieve sessie: Start eerst een sessie om commando's te sturen",
  },
  LAST_ADMIN: {
    status: 409,
    message: 'Je bent de enige administrator. Maak eerst iemand anders administrator.',
  },
  OWN_ACCOUNT: { status: 409, message: 'Dit is je eigen account. Laat een andere administrator dit doen.' },
  BALANCE_TOO_LOW: { status: 409, message: 'Zoveel minuten staan er niet op het saldo.' },
  PAYMENT_OWED: {
    status: 409,
    message:
      'Er staat nog een teruggeboekte betaling open. Neem contact met ons op; daarna kun je weer kopen.',
  },
  TWO_FACTOR_ON: { status: 409, message: 'Tweestapsverificatie staat al aan.' },
  TOO_MANY_PASSKEYS: { status: 409, message: 'Je hebt al 20 passkeys. Verwijder er eerst een.' },
  TOO_MANY_ADDRESSES: { status: 409, message: 'Je hebt al 50 adressen. Verwijder er eerst een.' },
  FILTER_NAME_TAKEN: { status: 409, message: 'In deze lijst heb je al een filter met deze naam.' },
  TOO_MANY_FILTERS: { status: 409, message: 'In deze lijst heb je al 30 filters. Verwijder er eerst een.' },
  CONFLICT: { status: 409, message: 'Iemand anders was je net voor. Probeer het opnieuw.' },
  NOTHING_TO_SHIP: { status: 409, message: 'Deze bestelling is digitaal: er wordt niets verzonden.' },
  STOCK_FROM_CODES: {
    status: 409,
    message: 'De voorraad van dit product is het aantal codes. Voeg codes toe of verwijder ze.',
  },
  REQUEST_TIMEOUT: { status: 408, message: 'Dit verzoek kwam niet op tijd helemaal aan.' },
  DOWNLOAD_ENDED: { status: 410, message: 'Deze download is er niet meer.' },
  TOO_LARGE: { status: 413, message: 'Dit is te groot om te versturen.' },
  UNSUPPORTED_TYPE: { status: 415, message: 'Dit soort gegevens kunnen we niet verwerken.' },
  RANGE_NOT_SATISFIABLE: { status: 416, message: 'Dit deel van het bestand bestaat niet.' },
  UNDER_AGE: { status: 422, message: 'Je moet 18 jaar of ouder zijn.' },
  NO_STORE_CREDIT: {
    status: 422,
    message: 'Deze klant heeft geen account, en kan tegoed niet besteden. Betaal terug zoals het betaald is.',
  },
  ADDRESS_REQUIRED: { status: 422, message: 'Selecteer een verzendadres' },
  HEADERS_TOO_LARGE: {
    status: 431,
    message: 'Je browser stuurt te veel mee. Wis de cookies van deze site en probeer het opnieuw.',
  },
  IDEMPOTENCY_REUSED: { status: 422, message: 'Deze aanvraag is al met andere gegevens verstuurd.' },
  PROVIDER_UNAVAILABLE: {
    status: 503,
    message: 'Een dienst die we nodig hebben antwoordt niet. Probeer het zo opnieuw.',
  },
} as const satisfies Record<string, { status: number; message: string }>

export type ProblemCode = keyof typeof problems

/** The body of a failed call: `fields` maps a field's path to its Dutch message; other fields depend on the code. */
export interface ProblemBody {
  code: ProblemCode
  message: string
  fields?: Record<string, string>
  /** Seconds after which to try again. */
  retryAfter?: number
  /** Of an error of the shop itself: the id that its log line has, too. */
  requestId?: string | undefined
  [detail: string]: unknown
}

export interface ProblemDetails {
  message?: string
  /** Seconds after which to try again; also sent as the Retry-After header. */
  retryAfter?: number
  fields?: Record<string, string>
  [detail: string]: unknown
}

/** An error that the client may see: thrown on the server, sent by `platform/http/http.ts`, read by `ui/call/call.ts`. */
export class Problem extends Error {
  readonly code: ProblemCode
  readonly details: ProblemDetails

  constructor(code: ProblemCode, details: ProblemDetails = {}) {
    super(details.message ?? problems[code].message)
    this.name = 'Problem'
    this.code = code
    this.details = details
  }

  get status(): number {
    return problems[this.code].status
  }

  body(): ProblemBody {
    return { code: this.code, ...this.details, message: this.message }
  }
}
