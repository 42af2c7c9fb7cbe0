import type { InvoiceKind } from '../contract.ts'
import type { PeppolOutcome } from './contract.ts'

/** A document to be sent to a Belgian business. */
export interface PeppolSubmission {
  /** Ours: the access point sends one document for it, however often it is asked. */
  submissionId: string
  kind: InvoiceKind
  /** The enterprise number of the buyer: ten digits. */
  receiver: string
  ubl: string
}

/** @returns `providerId` null for a document that was taken before: its id there was in an answer that was lost */
export type PeppolReceipt =
  | { providerId: string | null }
  /** The reason in Dutch; repeating it changes nothing. */
  | { refused: string }

/** How the delivery of a document ended. */
export interface PeppolEvent {
  /** The access point's id of the document. */
  providerId: string
  outcome: PeppolOutcome
  /** Its words, when it has any. */
  detail: string | null
}

export interface SignedBody {
  payload: string
  /** HMAC-SHA256 of the body. */
  signature?: string | undefined
  /** The key itself, from an account that sends it as a header of its own. */
  secret?: string | undefined
}

/** The access point does not answer, or can't do the request now. The message is in Dutch, for admins. */
export class PeppolUnavailable extends Error {
  /** Whether it may have done it all the same. */
  readonly mayBeDone: boolean
  /** Seconds after which to ask again, when it says so. */
  readonly retryAfter: number | undefined

  constructor(message: string, { mayBeDone, retryAfter }: { mayBeDone: boolean; retryAfter?: number }) {
    super(message)
    this.name = 'PeppolUnavailable'
    this.mayBeDone = mayBeDone
    this.retryAfter = retryAfter
  }
}

/**
 * The door to the Peppol network: an access point.
 * @throws PeppolUnavailable by each call
 */
export interface PeppolGateway {
  /** Whether a business gets documents of this kind over the network. */
  hasReceiver(receiver: string, kind: InvoiceKind): Promise<boolean>
  submit(submission: PeppolSubmission): Promise<PeppolReceipt>
  /** Whether the receiver's access point has confirmed a document; one that is refused there stays unconfirmed. */
  isDelivered(providerId: string): Promise<boolean>
  /**
   * Takes events from the access point's queue, the oldest first, each once it was noted.
   * @returns how many there were
   */
  takeEvents(note: (event: PeppolEvent) => Promise<void>): Promise<number>
  /** @returns null when the body is not the access point's, undefined for one that is about something else */
  readWebhook(body: SignedBody): PeppolEvent | null | undefined
}
