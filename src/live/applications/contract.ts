import { z } from 'zod'
import { endpoint } from '../../wire/endpoint.ts'
import { dateTime, day, id, requiredText, singleLine } from '../../wire/fields.ts'
import { mailTemplate } from '../../wire/mail.ts'

/** Bytes of an uploaded photo, and how many an application has at most. */
export const MAX_DOCUMENT_BYTES = 20 * 1024 * 1024
export const MAX_DOCUMENTS = 4

/** Also where the identity provider sends the browser back to. */
export const APPLICATION_PATH = '/creator-worden'

export const ApplicationState = z.enum(['DRAFT', 'SENT', 'APPROVED_ONCE', 'ACCEPTED', 'REFUSED', 'WITHDRAWN'])
export type ApplicationState = z.output<typeof ApplicationState>

/** Of these a person has one at most. */
export const openStates: ApplicationState[] = ['DRAFT', 'SENT', 'APPROVED_ONCE']

export const Verifier = z.enum(['HAND', 'PROVIDER'])
export type Verifier = z.output<typeof Verifier>

export const Refusal = z.enum([
  'UNREADABLE',
  'OTHER_PERSON',
  'DOCUMENT_EXPIRED',
  'UNDER_AGE',
  'NOT_SUITABLE',
  'OTHER',
])
export type Refusal = z.output<typeof Refusal>

/** Told to her, by mail and on the page. */
export const refusalMessages: Record<Refusal, string> = {
  UNREADABLE: 'De foto van je document is niet goed te lezen.',
  OTHER_PERSON: 'Je gegevens komen niet overeen met je document.',
  DOCUMENT_EXPIRED: 'Je document is verlopen.',
  UNDER_AGE: 'Volgens een document ben je nog geen 18 jaar.',
  NOT_SUITABLE: 'Wat je wilt doen, past niet bij onze regels.',
  OTHER: 'We kunnen je aanmelding niet aannemen.',
}

export const countryField = (message: string) => z.string(message).regex(/^[A-Z]{2}$/, message)

/** An applicant's own words. */
export const ApplicationDetails = z.object({
  legalName: singleLine('Vul je naam in, zoals die op je document staat.', 120),
  dateOfBirth: day,
  address: singleLine('Vul je straat, huisnummer, postcode en plaats in.', 200),
  country: countryField('Kies je land.'),
  plans: requiredText('Schrijf kort wat je wilt doen.', 1000),
})
export type ApplicationDetails = z.output<typeof ApplicationDetails>

/** A document, as the provider or an admin read it; null where it does not tell. */
export const IdentityDocument = z.object({
  legalName: z.string().nullable(),
  dateOfBirth: z.string().nullable(),
  address: z.string().nullable(),
  kind: z.string().nullable(),
  country: z.string().nullable(),
  /** The last day of its validity. */
  expiresOn: z.string().nullable(),
})
export type IdentityDocument = z.output<typeof IdentityDocument>

const Application = z.object({
  id,
  state: ApplicationState,
  /** Null once it is decided: it goes with the decision. */
  details: ApplicationDetails.nullable(),
  documents: z.array(z.object({ id, createdAt: dateTime })),
  /** Proved to the identity provider. */
  isVerified: z.boolean(),
  refusal: Refusal.nullable(),
  explanation: z.string().nullable(),
  sentAt: dateTime.nullable(),
})

export const OwnApplication = z.object({
  /** The newest; null for a person who never applied. */
  application: Application.nullable(),
  /** For how many days photos are kept after the decision. */
  imageDays: z.int(),
  /** The name of the identity provider; null without one. */
  provider: z.string().nullable(),
})
export type OwnApplication = z.output<typeof OwnApplication>

export const readOwnApplication = endpoint('GET /api/creator-application', 'customer', {
  summary: "One's own application to become a creator, and how identity is proved",
  output: OwnApplication,
})

export const startApplication = endpoint('POST /api/creator-application', 'customer', {
  summary: 'Begin an application; 409 while another one is open, 422 for a person under 18',
  input: ApplicationDetails,
  output: OwnApplication,
  problems: ['CONFLICT', 'UNDER_AGE'],
})

export const changeApplication = endpoint('PUT /api/creator-application', 'customer', {
  summary: 'Change an application that was not sent yet',
  input: ApplicationDetails,
  output: OwnApplication,
  problems: ['CONFLICT', 'UNDER_AGE'],
})

export const withdrawApplication = endpoint('DELETE /api/creator-application', 'customer', {
  summary: 'Withdraw an application that is not decided; its photos and texts are erased',
  output: OwnApplication,
  status: 200,
  problems: ['CONFLICT'],
})

export const sendApplication = endpoint('POST /api/creator-application/send', 'customer', {
  summary: 'Send a complete application to the shop',
  output: OwnApplication,
  status: 200,
  problems: ['CONFLICT'],
})

export const uploadDocument = endpoint('POST /api/creator-application/documents', 'customer', {
  summary:
    'Add a photo of a document: multipart, the field `document`, a JPEG, PNG or WebP of up to 20 MB; a citizen number on it is blacked out, or the photo is refused',
  output: OwnApplication,
  problems: ['CONFLICT', 'PROVIDER_UNAVAILABLE'],
})

export const removeDocument = endpoint('DELETE /api/creator-application/documents/:documentId', 'customer', {
  summary: 'Remove a photo of an application that was not sent yet',
  input: z.object({ documentId: id }),
  output: OwnApplication,
  status: 200,
  problems: ['CONFLICT'],
})

export const beginIdentityProof = endpoint('POST /api/creator-application/identity', 'customer', {
  summary: 'Begin a proof of identity; answers where the browser goes',
  output: z.object({ url: z.url() }),
  problems: ['CONFLICT', 'PROVIDER_UNAVAILABLE'],
})

/** Printable ASCII, by RFC 6749. */
const parameter = z.string('Begin opnieuw.').regex(/^[\x21-\x7e]{1,4000}$/, 'Begin opnieuw.')

export const finishIdentityProof = endpoint('POST /api/creator-application/identity/answer', 'customer', {
  summary: "Hand over the identity provider's answer, once, within 15 minutes, from the login that asked",
  input: z.object({
    state: parameter,
    code: parameter.nullish(),
    iss: parameter.nullish(),
    /** The provider's error code. */
    error: parameter.nullish(),
  }),
  output: OwnApplication,
  status: 200,
  problems: ['CONFLICT', 'TOKEN_INVALID', 'UNDER_AGE', 'PROVIDER_UNAVAILABLE'],
})

/** The decision; the reason in a few words, and never who she is. */
export const applicationDecidedMail = mailTemplate(
  'application-decided',
  z.object({ url: z.string(), shopName: z.string(), refusal: Refusal.nullable() }),
)
