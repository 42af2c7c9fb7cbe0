/** The buyer, subject and line of a gift's invoice. */
export const buildGiftInvoiceContent = (
  { displayName, email }: { displayName: string; email: string },
  { giftName, amount }: { giftName: string; amount: number },
) => ({
  buyer: [displayName, email],
  subject: 'Cadeau',
  lines: [{ text: `Cadeau: ${giftName}`, quantity: 1, unitCents: amount, supply: 'SERVICES' as const }],
})
