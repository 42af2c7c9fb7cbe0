import { asc, eq } from 'drizzle-orm'
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate'
import { users } from '../../people/accounts/table.ts'
import { renderInvoiceFile } from '../../money/invoices/pdf.service.ts'
import { invoices } from '../../money/invoices/table.ts'
import { storageKeyOfMedia } from '../../platform/media.ts'
import type { Platform } from '../../platform/platform.ts'
import { collectPersonalData, type DataSubject } from './personalData.service.ts'

type ArchiveDeps = Pick<Platform, 'db' | 'storage'>

const date = new Intl.DateTimeFormat('nl-NL', {
  timeZone: 'Europe/Brussels',
  dateStyle: 'long',
  timeStyle: 'short',
})

const readme = (now: Date) => `Dit zijn alle gegevens die we van je hebben, op ${date.format(now)}.

Elk .json-bestand is gewone tekst: je opent het met een teksteditor of een browser. Bedragen staan in centen, tijden in UTC.
In de map facturen staan je facturen als PDF. Van anderen staat er alleen hun weergavenaam in.
`

/** All that there is of someone, as a ZIP: JSON by subject, the invoices as PDF, and the avatar. */
export async function buildExportArchive(
  { db, storage }: ArchiveDeps,
  subject: DataSubject,
  now: Date,
): Promise<Buffer> {
  const archive = createZip(now)
  archive.add('LEESMIJ.txt', readme(now))
  for (const [name, data] of Object.entries(await collectPersonalData(db, subject)))
    archive.add(`${name}.json`, JSON.stringify(data, null, 2))
  const own = eq(invoices.userId, subject.id)
  for (const invoice of await db.select().from(invoices).where(own).orderBy(asc(invoices.issuedAt))) {
    const { filename, content } = await renderInvoiceFile(invoice)
    archive.add(`facturen/${filename}`, content)
  }
  const [user] = await db.select({ avatarUrl: users.avatarUrl }).from(users).where(eq(users.id, subject.id))
  const avatar = user?.avatarUrl ? await storage.read(storageKeyOfMedia(user.avatarUrl)) : null
  if (avatar) archive.add('avatar.webp', avatar)
  return archive.close()
}

function createZip(now: Date) {
  const parts: Uint8Array[] = []
  let failure: Error | null = null
  const zip = new Zip((error, part) => {
    failure ??= error
    parts.push(part)
  })
  return {
    add(name: string, content: string | Buffer): void {
      // Pictures are small already.
      const entry = name.endsWith('.webp') ? new ZipPassThrough(name) : new ZipDeflate(name)
      entry.mtime = now
      zip.add(entry)
      entry.push(typeof content === 'string' ? Buffer.from(content) : content, true)
    },
    close(): Buffer {
      zip.end()
      if (failure) throw failure
      return Buffer.concat(parts)
    },
  }
}
