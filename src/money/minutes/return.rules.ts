/** The message to a buyer after a payment for minutes: a message, or the packages again. */
export type MinutesReturnNews = { title: string; description: string } | 'packages' | null

/**
 * The message to a returning buyer. The address says how the provider let the buyer go, and anybody can write one: the state of the buyer's
 * own purchase in the shop comes first.
 * @param outcome in the address
 */
export function minutesReturnNews(
  outcome: string,
  { minutes, status }: { minutes: number; status: 'PENDING' | 'PAID' | 'CANCELLED' },
): MinutesReturnNews {
  const bought = `Je kocht ${minutes} ${minutes === 1 ? 'minuut' : 'minuten'}.`
  if (status === 'PAID')
    return {
      title: 'Je minuten staan klaar',
      description: `${bought} Ze staan op je saldo.`,
    }
  if (outcome === 'failed' || status === 'CANCELLED') return 'packages'
  if (outcome === 'return')
    return {
      title: 'Je bent terug van de betaalpagina',
      description: 'We weten nog niet of je betaling gelukt is.',
    }
  if (outcome !== 'success' && outcome !== 'pending') return null
  return {
    title: 'Je betaling is onderweg',
    description: `${bought} Ze komen op je saldo zodra je bank de betaling bevestigt.`,
  }
}
