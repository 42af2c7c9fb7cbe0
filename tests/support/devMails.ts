/**
 * The token in the newest mail to `email` that links to `page`, read from `/dev/mails` of a shop without an SMTP server; null while there
 * is none.
 */
export async function mailedToken(origin: string, email: string, page: string): Promise<string | null> {
  const [newest] = await mailedTokens(origin, email, page)
  return newest ?? null
}

/** All mails, newest first. */
export async function mailedTokens(origin: string, email: string, page: string): Promise<string[]> {
  return tokensIn(await (await fetch(`${origin}/dev/mails`)).text(), email, page)
}

/** @param html the page `/dev/mails` */
export function tokensIn(html: string, email: string, page: string): string[] {
  const letters = html.split('<article>').filter(letter => letter.includes(`Aan ${email}<`))
  return letters.flatMap(letter => {
    const link = new RegExp(`${page}#token=([\\w-]{43})\\b`).exec(letter)
    return link?.[1] ? [link[1]] : []
  })
}

/** The code in the newest mail to `email` with a gift card; null while there is none. */
export async function mailedGiftCard(origin: string, email: string): Promise<string | null> {
  const html = await (await fetch(`${origin}/dev/mails`)).text()
  const letters = html.split('<article>').filter(letter => letter.includes(`Aan ${email}<`))
  const codes = letters.flatMap(letter => /\/cadeaubon#([0-9A-Z-]{16,19})\b/.exec(letter)?.[1] ?? [])
  return codes[0]?.replaceAll('-', '') ?? null
}

/** The link of the newest recall that was mailed to `email`; null while there is none. */
export async function mailedRecallLink(origin: string, email: string): Promise<string | null> {
  const html = await (await fetch(`${origin}/dev/mails`)).text()
  const letters = html.split('<article>').filter(letter => letter.includes(`Aan ${email}<`))
  const links = letters.flatMap(letter => /\/terugroepacties#token=[\w.-]+/.exec(letter)?.[0] ?? [])
  return links[0] ?? null
}
