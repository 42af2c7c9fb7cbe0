import { findReverseCharge, type VatNumberProof } from '../../money/invoices/correction.rules.ts'
import type { InvoiceContent } from '../../money/invoices/contract.ts'
import type { VatTreatment } from '../../money/vat/contract.ts'
import { calculateInvoiceTotals } from '../../money/invoices/rules.ts'
import type { VatCorrectionState } from '../../money/vat/admin/contract.ts'

/** The facts about an order that was sold to a business with VAT because VIES did not answer. */
export interface CorrectedSale {
  /** Of the first invoice. */
  content: InvoiceContent
  isReplaced: boolean
  /** Whether anything was given back, or taken back by a bank, other than by the correction. */
  hasGoneBack: boolean
  /** The last answer of VIES, since the order; null while it said nothing. */
  check: (VatNumberProof & { isValid: boolean }) | null
}

export interface CorrectionPlan {
  state: VatCorrectionState
  grossCents: number
  vatCents: number
  /** How the new invoice is taxed. */
  treatment: VatTreatment
}

/** The correction of a sale; null where the VAT is right whatever VIES says. */
export function planCorrection({
  content,
  isReplaced,
  hasGoneBack,
  check,
}: CorrectedSale): CorrectionPlan | null {
  if (content.vat.business?.checkedAt !== null) return null
  const proof = check ?? { checkedAt: '', consultation: null }
  const treatment = findReverseCharge(content, proof)
  const { vat: vatCents, total: grossCents } = calculateInvoiceTotals(content)
  if (!treatment || vatCents <= 0) return null
  const state = isReplaced
    ? 'DONE'
    : check === null
      ? 'UNANSWERED'
      : !check.isValid
        ? 'INVALID'
        : hasGoneBack
          ? 'REFUNDED'
          : 'READY'
  return { state, grossCents, vatCents, treatment }
}
